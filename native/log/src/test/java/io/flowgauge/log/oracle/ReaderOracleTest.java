package io.flowgauge.log.oracle;

import static org.assertj.core.api.Assertions.assertThat;

import io.flowgauge.log.oracle.OracleEncoder.Block;
import io.flowgauge.log.oracle.OracleEncoder.Event;
import io.flowgauge.log.read.EventCursor;
import io.flowgauge.log.read.LogLoss;
import io.flowgauge.log.read.LogReader;
import io.flowgauge.log.read.LogStream;
import io.flowgauge.log.read.StreamId;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;

/** Logs encoded by the description alone are read back unchanged, and losses are exact. */
class ReaderOracleTest {
  @Property(tries = 100)
  void reader_logsOfAnotherWriter_readsThemAsTheyAre(@ForAll long seed) throws IOException {
    Random random = new Random(seed);
    List<Block> blocks = logs(random, false);
    Collections.shuffle(blocks, random);
    blocks.addAll(List.copyOf(blocks.subList(0, random.nextInt(blocks.size() + 1))));
    Map<String, String> expected = expected(blocks);
    check(bytes(blocks), log -> assertThat(read(log)).isEqualTo(expected));
  }

  @Property(tries = 100)
  void reader_blocksMissing_countsWhatTheOthersShow(@ForAll long seed) throws IOException {
    Random random = new Random(seed);
    List<Block> all = logs(random, true);
    List<Block> blocks = new ArrayList<>(all);
    blocks.removeIf(block -> random.nextInt(4) == 0);
    Collections.shuffle(blocks, random);
    check(
        bytes(blocks),
        log -> {
          assertThat(read(log)).isEqualTo(expected(blocks));
          assertThat(totals(log)).isEqualTo(expectedTotals(blocks));
          assertThat(log.losses().stream().mapToLong(LogLoss::events).sum())
              .isEqualTo(total(blocks) - expected(blocks).size());
        });
  }

  @Property(tries = 100)
  void reader_blocksDamaged_losesTheseAndNoOthers(@ForAll long seed) throws IOException {
    Random random = new Random(seed);
    List<Block> blocks = logs(random, true);
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    List<Block> sound = new ArrayList<>();
    List<Block> damaged = new ArrayList<>();
    for (Block block : blocks) {
      byte[] encoded = OracleEncoder.encode(block);
      if (random.nextInt(4) == 0) {
        int at = random.nextInt(encoded.length);
        encoded[at] ^= (byte) (1 + random.nextInt(255));
        if (at >= OracleDecoder.HEADER) {
          damaged.add(block);
        }
      } else {
        sound.add(block);
      }
      bytes.writeBytes(encoded);
    }
    check(
        bytes.toByteArray(),
        log -> {
          Map<String, String> read = read(log);
          List<Block> whole = new ArrayList<>(sound);
          whole.addAll(damaged); // Their types may be described in other blocks.
          assertThat(read).containsAllEntriesOf(expected(sound));
          assertThat(expected(whole)).containsAllEntriesOf(read);
          assertThat(log.losses().stream().mapToLong(LogLoss::events).sum())
              .isEqualTo(total(whole) - read.size());
        });
  }

  @Property(tries = 70)
  void reader_typesDescribedInLostBlocksOnly_accountsForEveryEvent(@ForAll long seed)
      throws IOException {
    Random random = new Random(seed);
    List<Block> all = logs(random, false);
    List<Block> blocks = new ArrayList<>(all);
    blocks.removeIf(block -> block.kind() == 1 && random.nextInt(3) == 0);
    check(
        bytes(blocks),
        log -> {
          Map<String, String> read = read(log);
          assertThat(expected(blocks)).containsAllEntriesOf(read);
          long lost = log.streams().stream().mapToLong(LogStream::lost).sum();
          assertThat(read.size() + lost).isEqualTo(total(blocks));
          assertThat(log.losses().stream().mapToLong(LogLoss::events).sum()).isEqualTo(lost);
        });
  }

  @Property(tries = 70)
  void reader_logAmongOtherBytes_findsItsBlocks(@ForAll long seed) throws IOException {
    Random random = new Random(seed);
    List<Block> blocks = logs(random, true);
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    for (Block block : blocks) {
      byte[] other = new byte[random.nextInt(3) * random.nextInt(300)];
      random.nextBytes(other);
      bytes.writeBytes(other);
      if (random.nextInt(4) == 0) {
        byte[] cut = OracleEncoder.encode(block);
        bytes.write(cut, 0, random.nextInt(cut.length));
      }
      bytes.writeBytes(OracleEncoder.encode(block));
    }
    check(bytes.toByteArray(), log -> assertThat(read(log)).isEqualTo(expected(blocks)));
  }

  /** A check on an open reader. */
  private interface Check {
    void on(LogReader log) throws IOException;
  }

  private static void check(byte[] bytes, Check check) throws IOException {
    Path file = Files.createTempFile("oracle", ".nlb");
    try {
      Files.write(file, bytes);
      try (LogReader log = LogReader.open(file)) {
        check.on(log);
      }
    } finally {
      Files.delete(file);
    }
  }

  private static List<Block> logs(Random random, boolean describeAlways) {
    List<Block> blocks = new ArrayList<>();
    for (int logs = 1 + random.nextInt(2); logs > 0; logs--) {
      List<List<Block>> streams =
          new ArrayList<>(new OracleLogs(random, describeAlways).log(random.nextLong()));
      streams.replaceAll(ArrayList::new);
      while (!streams.isEmpty()) {
        List<Block> next = streams.get(random.nextInt(streams.size()));
        blocks.add(next.remove(0));
        streams.removeIf(List::isEmpty);
      }
    }
    return blocks;
  }

  private static byte[] bytes(List<Block> blocks) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    blocks.forEach(block -> bytes.writeBytes(OracleEncoder.encode(block)));
    return bytes.toByteArray();
  }

  private static String key(long log, int stream) {
    return log + "/" + stream;
  }

  private static Map<String, String> expected(List<Block> blocks) {
    Map<String, String> events = new TreeMap<>();
    for (Block block : blocks) {
      for (int i = 0; i < block.events().size(); i++) {
        Event event = block.events().get(i);
        long wall = event.clock() - block.clockAnchor() + block.wallAnchor();
        String key = key(block.log(), block.stream()) + "#" + (block.before() + i);
        events.put(key, wall + " " + event.type().name() + event.values());
      }
    }
    return events;
  }

  private static Map<String, String> read(LogReader log) throws IOException {
    Map<String, String> events = new TreeMap<>();
    EventCursor cursor = log.cursor();
    while (cursor.next()) {
      StreamId id = cursor.stream().orElseThrow();
      List<Object> values = new ArrayList<>();
      for (int i = 0; i < cursor.schema().fields().size(); i++) {
        values.add(cursor.event().value(i));
      }
      String before =
          events.put(
              key(id.log(), id.stream()) + "#" + cursor.number(),
              cursor.timeNanos() + " " + cursor.schema().name() + values);
      assertThat(before).isNull();
    }
    return events;
  }

  /** Returns how many events each stream had, as its blocks show. */
  private static Map<String, Long> seen(List<Block> blocks) {
    Map<String, Long> most = new HashMap<>();
    for (Block block : blocks) {
      long to = block.before() + block.events().size();
      most.merge(key(block.log(), block.stream()), to, Math::max);
    }
    return most;
  }

  private static long total(List<Block> blocks) {
    return seen(blocks).values().stream().mapToLong(Long::longValue).sum();
  }

  private static Map<String, List<Object>> totals(LogReader log) {
    Map<String, List<Object>> totals = new HashMap<>();
    log.streamsById()
        .forEach(
            (id, stream) ->
                totals.put(
                    key(id.log(), id.stream()),
                    List.of(stream.events(), stream.lost(), stream.dropped(), stream.complete())));
    return totals;
  }

  private static Map<String, List<Object>> expectedTotals(List<Block> blocks) {
    Map<String, List<Object>> totals = new HashMap<>();
    seen(blocks).forEach((key, most) -> totals.put(key, total(blocks, key, most)));
    return totals;
  }

  private static List<Object> total(List<Block> blocks, String key, long most) {
    long dropped = 0;
    boolean complete = false;
    Set<Integer> numbers = new HashSet<>();
    long events = 0;
    for (Block block : blocks) {
      if (key(block.log(), block.stream()).equals(key) && numbers.add(block.number())) {
        dropped = Math.max(dropped, block.dropped());
        complete |= block.kind() == 2;
        events += block.events().size();
      }
    }
    return List.of(events, most - events, dropped, complete);
  }
}
