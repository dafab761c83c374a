package io.flowgauge.log.read;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.flowgauge.log.ring.GoldenRing;
import io.flowgauge.log.ring.RingFiles;
import io.flowgauge.log.ring.RingLayout;
import io.flowgauge.log.write.DeclaredEvent;
import io.flowgauge.log.write.EventLog;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Events in rings are read: rings of living and dead processes, sound or damaged. */
@Timeout(60)
class RingsTest {
  private static final Duration NEVER = Duration.ofDays(1);

  private static final ByteOrder ORDER = ByteOrder.LITTLE_ENDIAN;

  @TempDir Path folder;
  private Path file;
  private Path rings;

  @BeforeEach
  void name() {
    file = folder.resolve("x.nlb");
    rings = RingFiles.folder(file);
  }

  private static List<Integer> upTo(int end) {
    return IntStream.range(0, end).boxed().toList();
  }

  private static List<Integer> golden() {
    return IntStream.range(3, 3 + GoldenRing.EVENTS).boxed().toList();
  }

  private static List<Integer> numbers(EventCursor cursor) throws IOException {
    List<Integer> numbers = new ArrayList<>();
    while (cursor.next()) {
      numbers.add(cursor.int32(0));
    }
    return numbers;
  }

  private static byte[] resource(String name) throws IOException {
    try (InputStream in = RingsTest.class.getResourceAsStream(name)) {
      return in.readAllBytes();
    }
  }

  /** Files of each version and each byte order must stay readable for ever. */
  @ParameterizedTest
  @ValueSource(strings = {"little", "big"})
  void events_goldenRing_areAsTheyWere(String order) throws IOException {
    Files.createDirectory(rings);
    Files.write(rings.resolve("7.types"), resource("golden-1-" + order + ".types"));
    Path ring = rings.resolve("7-0.ring");
    Files.write(ring, resource("golden-1-" + order + ".ring"));

    for (Path opened : List.of(rings, ring)) {
      try (LogReader log = LogReader.open(opened)) {
        assertThat(Logs.numbers(log)).isEqualTo(golden());
        assertThat(log.events().map(e -> e.value(1))).startsWith("t3").endsWith("t12");
        assertThat(log.events().findFirst().orElseThrow())
            .hasToString(new String(resource("golden-1-ring.txt"), UTF_8).strip());
        assertThat(log.sources().get(0)).hasToString("foo.lbl.gov/test[17]/wörker");
        assertThat(log.streams().get(0).dropped()).isEqualTo(2);
        assertThat(Logs.lostEvents(log)).as("the block before is missing").isEqualTo(3);
      }
    }
  }

  @Test
  void write_today_givesTheGoldenFiles() throws IOException {
    assertThat(GoldenRing.ring(ByteOrder.LITTLE_ENDIAN))
        .isEqualTo(resource("golden-1-little.ring"));
    assertThat(GoldenRing.ring(ByteOrder.BIG_ENDIAN)).isEqualTo(resource("golden-1-big.ring"));
    assertThat(GoldenRing.types(ByteOrder.LITTLE_ENDIAN))
        .isEqualTo(resource("golden-1-little.types"));
    assertThat(GoldenRing.types(ByteOrder.BIG_ENDIAN)).isEqualTo(resource("golden-1-big.types"));
  }

  @Test
  void events_writerAlive_includeThoseInTheRing() throws IOException {
    try (EventLog log = EventLog.to(file).flushEvery(NEVER).open()) {
      DeclaredEvent type = log.declare(Logs.NUMBERED);
      Logs.log(type, 0, 5);
      Logs.flush(log);
      Logs.log(type, 5, 9);

      assertThat(log.ringFailure()).isEmpty();
      for (int k = 0; k < 2; k++) {
        try (LogReader reader = LogReader.open(file)) {
          assertThat(Logs.numbers(reader)).isEqualTo(upTo(9));
          assertThat(reader.losses()).isEmpty();
          assertThat(reader.streams()).hasSize(1);
        }
      }
    }
    assertThat(rings).doesNotExist();
    assertThat(Logs.events(file)).hasSize(9);
  }

  @Test
  void appended_fromRingAndThenFromFile_givesEachOnce() throws IOException {
    try (EventLog log = EventLog.to(file).flushEvery(NEVER).open()) {
      DeclaredEvent type = log.declare(Logs.NUMBERED);
      try (LogReader reader = LogReader.open(file)) {
        List<Integer> all = new ArrayList<>();
        Random random = new Random(1);
        int n = 0;
        for (int k = 0; k < 50; k++) {
          int more = random.nextInt(5);
          Logs.log(type, n, n + more);
          n += more;
          if (random.nextBoolean()) {
            Logs.flush(log);
          }
          if (random.nextBoolean()) {
            all.addAll(numbers(reader.appended()));
          }
        }
        all.addAll(numbers(reader.appended()));
        assertThat(all).isEqualTo(upTo(n));
        assertThat(Logs.numbers(reader)).isEqualTo(upTo(n));
        assertThat(reader.losses()).isEmpty();
      }
    }
  }

  /** At full speed the ring is emptied and filled again while it is read. */
  @Test
  void appended_whileOthersLog_givesEachOnceInOrder() throws Exception {
    int count = 400_000;
    try (EventLog log = EventLog.to(file).buffer(1 << 17).open();
        LogReader reader = LogReader.open(file)) {
      DeclaredEvent type = log.declare(Logs.NUMBERED);
      Thread writer = new Thread(() -> Logs.log(type, 0, count));
      writer.start();
      List<Integer> all = new ArrayList<>();
      while (writer.isAlive()) {
        all.addAll(numbers(reader.appended()));
      }
      Logs.flush(log);
      all.addAll(numbers(reader.appended()));

      assertThat(IntStream.range(1, all.size()).allMatch(k -> all.get(k - 1) < all.get(k)))
          .isTrue();
      assertThat(all.size() + log.counts().dropped()).isEqualTo(count);
    }
  }

  @Test
  void open_folderOfRingsIsAFile_buffersAndSaysSo() throws IOException {
    Files.createFile(rings);
    try (EventLog log = EventLog.open(file)) {
      assertThat(log.ringFailure()).isPresent();
      Logs.log(log.declare(Logs.NUMBERED), 0, 5);
    }
    assertThat(Logs.events(file)).hasSize(5);
  }

  private LogReader open(byte[] ring) throws IOException {
    return LogReader.open(Files.write(GoldenRing.write(rings, ORDER), ring));
  }

  /** Whatever bit is wrong, reading does not fail and gives no false events. */
  @Test
  void events_bitOfAnyByteFlipped_areReadOrReportedAsLost() throws IOException {
    byte[] whole = GoldenRing.ring(ORDER);
    for (int at : usedBytes(whole.length)) {
      byte[] bytes = whole.clone();
      bytes[at] ^= (byte) (1 << (at % 8));
      try (LogReader log = open(bytes)) {
        assertThat(Logs.numbers(log).size()).isLessThanOrEqualTo(GoldenRing.EVENTS + 10);
        log.losses();
      }
      if (at < 28 || (at >= 512 && at < 580)) {
        checkMetadataFlip(bytes, at);
      }
    }
  }

  /** Returns the positions of all used bytes, without the gaps between the parts of the file. */
  private static int[] usedBytes(int length) {
    return Stream.of(
            IntStream.range(0, 28),
            IntStream.range(RingLayout.TAIL, RingLayout.TAIL + 8),
            IntStream.range(RingLayout.DROPPED, RingLayout.DROPPED + 8),
            IntStream.range(384, 452),
            IntStream.range(512, 580),
            IntStream.range(1024, 1100),
            IntStream.range(RingLayout.RING, length))
        .flatMapToInt(range -> range)
        .toArray();
  }

  /**
   * With a damaged header the ring is given up; with a damaged newer state, the older state is
   * used.
   */
  private void checkMetadataFlip(byte[] bytes, int at) throws IOException {
    try (LogReader log = open(bytes)) {
      assertThat(Logs.numbers(log)).as("byte %d", at).isNotEqualTo(golden());
      assertThat(log.losses()).as("byte %d", at).isNotEmpty();
    }
  }

  @Test
  void events_ringCutOff_areReportedAsLost() throws IOException {
    byte[] whole = GoldenRing.ring(ORDER);
    for (int length : new int[] {28, 100, 600, RingLayout.RING, whole.length - 1}) {
      try (LogReader log = open(Arrays.copyOf(whole, length))) {
        assertThat(Logs.numbers(log)).isEmpty();
        assertThat(log.losses()).extracting(LogLoss::bytes).containsExactly((long) length);
      }
    }
  }

  /** After a machine has crashed, the tail may be older or newer than the events. */
  @Test
  void events_tailWithinEvent_areReadUpToIt() throws IOException {
    byte[] bytes = GoldenRing.ring(ORDER);
    ByteBuffer ring = ByteBuffer.wrap(bytes).order(ORDER);
    ring.putLong(RingLayout.TAIL, ring.getLong(RingLayout.TAIL) - 10);
    try (LogReader log = open(bytes)) {
      assertThat(Logs.numbers(log)).isEqualTo(golden().subList(0, GoldenRing.EVENTS - 1));
      assertThat(log.losses())
          .anyMatch(l -> l.reason().equals("an event that is cut off") && l.bytes() == 2);
    }
  }

  /** A process that is killed while it creates a ring leaves zeros, and no event is lost. */
  @Test
  void events_ringBeingMade_areNone() throws IOException {
    for (int length : new int[] {0, 5, 28, 5000, RingLayout.RING + 256}) {
      GoldenRing.write(rings, ORDER);
      Files.write(rings.resolve("7-0.ring"), new byte[length]);
      try (LogReader log = LogReader.open(rings)) {
        assertThat(Logs.numbers(log)).isEmpty();
        assertThat(log.losses()).isEmpty();
      }
    }
  }

  @Test
  void losses_typesMissing_sayHowManyBytes() throws IOException {
    Path ring = GoldenRing.write(rings, ORDER);
    Files.delete(rings.resolve("7.types"));

    try (LogReader log = LogReader.open(ring)) {
      assertThat(Logs.numbers(log)).isEmpty();
      assertThat(log.losses())
          .anyMatch(l -> l.reason().equals("an event of unknown type 1") && l.bytes() > 100);
    }
  }
}
