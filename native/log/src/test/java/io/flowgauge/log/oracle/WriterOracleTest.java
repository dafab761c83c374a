package io.flowgauge.log.oracle;

import static org.assertj.core.api.Assertions.assertThat;

import io.flowgauge.log.oracle.OracleDecoder.Event;
import io.flowgauge.log.oracle.OracleDecoder.Stream;
import io.flowgauge.log.write.DeclaredEvent;
import io.flowgauge.log.write.EventLog;
import io.flowgauge.log.write.LogCounts;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;

/** A decoder built from the description alone reads back what the log writes. */
class WriterOracleTest {
  /** Ring size for all events of a thread, and the smallest one, which may fill. */
  private static final int[] RINGS = {1 << 21, 1 << 17};

  /**
   * Events that find their ring full are dropped, and so are events of threads that share rings,
   * because none is ready for them yet, if all of these are taken. Dropped events are counted, and
   * the others are written in the order of their threads.
   */
  @Property(tries = 10)
  void eventLog_anyTypesAndThreads_writesWhatTheDescriptionSays(@ForAll long seed)
      throws Exception {
    Path folder = Files.createTempDirectory("oracle");
    Path file = folder.resolve("x.nlb");
    Random random = new Random(seed);
    Map<String, List<Event>> logged = new TreeMap<>();
    int ring = RINGS[random.nextInt(2)];
    EventLog log = EventLog.to(file).host("h").program("p").buffer(ring).open();
    List<DeclaredEvent> types = declare(log, random);
    List<Thread> threads = new ArrayList<>();
    for (int i = 1 + random.nextInt(3); i > 0; i--) {
      List<Event> events = new ArrayList<>();
      Random own = new Random(random.nextLong());
      Thread thread = new Thread(() -> write(types, own, events), "writer-" + i);
      logged.put(thread.getName(), events);
      threads.add(thread);
      thread.start();
    }
    for (Thread thread : threads) {
      thread.join();
    }
    log.close();
    Map<String, Stream> streams = OracleDecoder.decode(Files.readAllBytes(file));
    LogCounts counts = log.counts();
    Map<String, List<Event>> written = written(streams);
    assertThat(sizes(written)).isEqualTo(counts.written());
    assertThat(counts.written() + counts.dropped()).isEqualTo(sizes(logged));
    assertThat(streams.values().stream().mapToLong(stream -> stream.dropped).sum())
        .isEqualTo(counts.dropped());
    written.forEach((thread, events) -> assertThat(logged.get(thread)).containsSubsequence(events));
    if (logged.size() == 1 && ring == RINGS[0]) {
      assertThat(counts.dropped()).isZero();
    }
    assertThat(counts.bytes()).isEqualTo(Files.size(file));
    Files.delete(file);
    Files.delete(folder);
  }

  private static long sizes(Map<String, List<Event>> events) {
    return events.values().stream().mapToLong(List::size).sum();
  }

  /** Returns the events of each thread in order: of its own stream, or by time in shared ones. */
  private static Map<String, List<Event>> written(Map<String, Stream> streams) {
    List<Event> events = new ArrayList<>();
    for (Stream stream : streams.values()) {
      assertThat(stream.ended).isTrue();
      events.addAll(stream.events);
    }
    events.sort(Comparator.comparingLong(Event::wall));
    Map<String, List<Event>> written = new TreeMap<>();
    for (Event event : events) {
      String thread = (String) event.values().get(event.values().size() - 1);
      written
          .computeIfAbsent(thread, name -> new ArrayList<>())
          .add(new Event(0, event.name(), event.values()));
    }
    return written;
  }

  private static List<DeclaredEvent> declare(EventLog log, Random random) {
    List<DeclaredEvent> types = new ArrayList<>();
    int count = random.nextInt(4) == 0 ? 300 : 1 + random.nextInt(5);
    for (int i = 0; i < count; i++) {
      types.add(log.declare(RandomEvents.schema("event." + i, random)));
    }
    return types;
  }

  private static void write(List<DeclaredEvent> types, Random random, List<Event> events) {
    for (int i = 1 + random.nextInt(20_000); i > 0; i--) {
      DeclaredEvent type = types.get(random.nextInt(types.size()));
      Object[] values = RandomEvents.values(type.schema(), random);
      values[values.length - 1] = Thread.currentThread().getName();
      type.log(values);
      events.add(new Event(0, type.schema().name(), List.of(values)));
    }
  }
}
