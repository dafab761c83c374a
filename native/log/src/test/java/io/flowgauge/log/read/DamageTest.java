package io.flowgauge.log.read;

import static org.assertj.core.api.Assertions.assertThat;

import io.flowgauge.log.EventSchema;
import io.flowgauge.log.LogEvent;
import io.flowgauge.log.format.BlockHeader;
import io.flowgauge.log.format.ClockAnchor;
import io.flowgauge.log.format.FormatException;
import io.flowgauge.log.write.DeclaredEvent;
import io.flowgauge.log.write.EventLog;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DamageTest {
  private static final int BLOCKS = 3;
  private static final int EVENTS = 4;
  private static final int ALL = BLOCKS * EVENTS;

  @TempDir static Path folder;
  private static byte[] whole;
  private static Path file;

  @BeforeAll
  static void write() {
    whole = Logs.bytes(folder, BLOCKS, EVENTS);
    file = folder.resolve("damaged.nlb");
  }

  private static LogReader open(byte[] bytes) {
    try {
      Files.write(file, bytes);
      return LogReader.open(file);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static List<Integer> upTo(int end) {
    return IntStream.range(0, end).boxed().toList();
  }

  @Test
  void events_cutAtEveryByte_areThoseOfTheWholeBlocks() throws IOException {
    for (int length = 0; length < whole.length; length++) {
      try (LogReader log = open(Arrays.copyOf(whole, length))) {
        List<Integer> numbers = Logs.numbers(log);
        long bytes = log.losses().stream().mapToLong(LogLoss::bytes).sum();

        assertThat(numbers).as("cut at %d", length).isEqualTo(upTo(numbers.size()));
        assertThat(numbers.size() % EVENTS).isZero();
        assertThat(bytes).as("cut at %d", length).isEqualTo(length - soundBytes(length));
        assertThat(log.streams()).noneMatch(LogStream::complete);
      }
    }
  }

  /** Returns the bytes of all blocks that end within the given length. */
  private static int soundBytes(int length) {
    int at = 0;
    for (int next = at; next <= length; next = nextBlock(at)) {
      at = next;
    }
    return at;
  }

  private static int nextBlock(int at) {
    int next = at + BlockHeader.BYTES;
    while (next < whole.length && !isMarker(next)) {
      next++;
    }
    return next;
  }

  private static boolean isMarker(int at) {
    return Arrays.equals(whole, at, at + 8, whole, 0, 8);
  }

  @Test
  void events_bitOfAnyByteFlipped_areReadOrCountedAsLost() throws IOException {
    for (int at = 0; at < whole.length; at++) {
      byte[] bytes = whole.clone();
      bytes[at] ^= (byte) (1 << (at % 8));
      try (LogReader log = open(bytes)) {
        List<Integer> numbers = Logs.numbers(log);

        assertThat(numbers).as("byte %d", at).isSorted().doesNotHaveDuplicates();
        assertThat(numbers.size() + Logs.lostEvents(log)).as("byte %d", at).isEqualTo(ALL);
        assertThat(log.losses()).as("byte %d", at).isNotEmpty();
      }
    }
  }

  /** As when a process was killed while writing and another one appended to the file. */
  @Test
  void events_cutAnywhereThenAppended_losesOnlyTheBlockThatWasCut() throws IOException {
    byte[] more = Logs.bytes(folder, 1, EVENTS);
    for (int length = 1; length < whole.length; length++) {
      byte[] bytes = Arrays.copyOf(whole, length + more.length);
      System.arraycopy(more, 0, bytes, length, more.length);
      try (LogReader log = open(bytes)) {
        List<Integer> numbers = Logs.numbers(log);
        int first = numbers.size() - EVENTS;

        assertThat(numbers.subList(0, first)).isEqualTo(upTo(first));
        assertThat(numbers.subList(first, numbers.size())).isEqualTo(upTo(EVENTS));
        assertThat(first).as("cut at %d", length).isEqualTo(eventsBefore(sameBytes(bytes)));
      }
    }
  }

  /**
   * Returns where the bytes differ from the whole log; an appended byte may equal the one that was
   * cut.
   */
  private static int sameBytes(byte[] bytes) {
    int mismatch = Arrays.mismatch(whole, bytes);
    return mismatch < 0 || mismatch > whole.length ? whole.length : mismatch;
  }

  private static int eventsBefore(int length) {
    int blocks = 0;
    for (int at = nextBlock(0); at <= length && blocks < BLOCKS; at = nextBlock(at)) {
      blocks++;
    }
    return blocks * EVENTS;
  }

  /** The missing last byte of the first block happens to be the first byte of the next. */
  @Test
  void events_cutOffByteIsThere_areAllRead() throws IOException {
    byte[] end = endWithMarkerByte();
    byte[] bytes = Arrays.copyOf(end, end.length - 1 + whole.length);
    System.arraycopy(whole, 0, bytes, end.length - 1, whole.length);

    try (LogReader log = open(bytes)) {
      assertThat(Logs.numbers(log)).isEqualTo(upTo(ALL));
      assertThat(log.streams()).hasSize(2).allMatch(LogStream::complete);
      assertThat(log.losses()).isEmpty();
    }
  }

  private static byte[] endWithMarkerByte() {
    BlockHeader end =
        new BlockHeader(
            ByteOrder.BIG_ENDIAN,
            true,
            1,
            0,
            0,
            0,
            0,
            0,
            new ClockAnchor(0, 0),
            0,
            BlockHeader.Sections.NONE);
    return endingLikeAMarker(end);
  }

  /** Encodes a header after so many drops that its last byte is the first byte of the marker. */
  private static byte[] endingLikeAMarker(BlockHeader like) {
    ByteBuffer bytes = ByteBuffer.allocate(BlockHeader.BYTES);
    for (long dropped = 0; bytes.get(BlockHeader.BYTES - 1) != whole[0]; dropped++) {
      new BlockHeader(
              like.order(),
              like.end(),
              like.log(),
              like.stream(),
              like.number(),
              like.firstEvent(),
              dropped,
              like.events(),
              like.anchor(),
              like.baseNanos(),
              like.sections())
          .encode(bytes.clear());
    }
    return bytes.array();
  }

  /** The last byte of the header is missing, and happens to be the first byte of the next block. */
  @Test
  void events_cutOffByteOfHeaderIsThere_losesOnlyTheBlockThatWasCut() throws Exception {
    byte[] header = endingLikeAMarker(BlockHeader.decode(ByteBuffer.wrap(whole)));
    int cut = BlockHeader.BYTES - 1;
    byte[] more = Logs.bytes(folder, 1, EVENTS);
    byte[] bytes = Arrays.copyOf(header, cut + more.length);
    System.arraycopy(more, 0, bytes, cut, more.length);

    try (LogReader log = open(bytes)) {
      assertThat(Logs.numbers(log)).isEqualTo(upTo(EVENTS));
      LogLoss loss = new LogLoss(file, 0, cut, EVENTS, "a block that is cut off");
      assertThat(log.losses()).containsExactly(loss);
    }
  }

  @Test
  void losses_blockMissing_saysHowMany() throws IOException {
    int second = nextBlock(0);
    int third = nextBlock(second);
    byte[] bytes = new byte[whole.length - (third - second)];
    System.arraycopy(whole, 0, bytes, 0, second);
    System.arraycopy(whole, third, bytes, second, whole.length - third);

    try (LogReader log = open(bytes)) {
      assertThat(Logs.numbers(log)).isEqualTo(List.of(0, 1, 2, 3, 8, 9, 10, 11));
      assertThat(log.losses()).hasSize(1);
      assertThat(log.losses().get(0).events()).isEqualTo(EVENTS);
      assertThat(log.losses().get(0).reason()).startsWith("a gap in stream 1 of log ");
      assertThat(log.streams().get(0).lost()).isEqualTo(EVENTS);
    }
  }

  @Test
  void events_blockTwice_areThereOnce() throws IOException {
    byte[] bytes = Arrays.copyOf(whole, 2 * whole.length);
    System.arraycopy(whole, 0, bytes, whole.length, whole.length);

    try (LogReader log = open(bytes)) {
      assertThat(Logs.numbers(log)).isEqualTo(upTo(ALL));
    }
  }

  @Test
  void losses_garbageBetween_saysWhereAndHowMuch() throws IOException {
    byte[] garbage = new byte[200_000];
    new Random(1).nextBytes(garbage);
    byte[] more = Logs.bytes(folder, BLOCKS, EVENTS);
    byte[] bytes = Arrays.copyOf(whole, whole.length + garbage.length + more.length);
    System.arraycopy(garbage, 0, bytes, whole.length, garbage.length);
    System.arraycopy(more, 0, bytes, whole.length + garbage.length, more.length);

    try (LogReader log = open(bytes)) {
      assertThat(Logs.numbers(log)).hasSize(2 * ALL);
      LogLoss loss = new LogLoss(file, whole.length, garbage.length, 0, "no block");
      assertThat(log.losses()).containsExactly(loss);
      assertThat(loss)
          .hasToString(file + ": byte " + whole.length + ": no block; 200000 bytes, 0 events lost");
    }
  }

  /**
   * Both blocks that describe the second type are missing, so the last block is readable only in
   * part.
   */
  @Test
  void events_blockReadableInPartReadTwice_areTheSame() throws IOException {
    Path log = folder.resolve("types.nlb");
    EventSchema other = EventSchema.named("other").int32("n").build();
    try (EventLog writer = EventLog.to(log).flushEvery(Duration.ofDays(1)).open()) {
      DeclaredEvent numbered = writer.declare(Logs.NUMBERED);
      DeclaredEvent second = writer.declare(other);
      for (int block = 0; block < 4; block++) {
        numbered.log(block, "");
        if (block > 0) {
          second.log(block);
        }
        Logs.flush(writer);
      }
    }
    List<byte[]> blocks = blocks(Files.readAllBytes(log));
    Files.write(log, blocks.get(0));
    Files.write(log, blocks.get(3), StandardOpenOption.APPEND);

    try (LogReader reader = LogReader.open(log)) {
      List<LogEvent> once = reader.events().toList();
      List<LogLoss> losses = reader.losses();
      assertThat(once).extracting(e -> e.value(0)).containsExactly(0, 3);
      assertThat(reader.events()).isEqualTo(once);
      assertThat(reader.blocks().mapToInt(DamageTest::count).sum()).isEqualTo(2);
      assertThat(reader.losses()).isEqualTo(losses);
    }
  }

  private static int count(EventCursor events) {
    try {
      int count = 0;
      while (events.next()) {
        count++;
      }
      return count;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static List<byte[]> blocks(byte[] log) throws IOException {
    List<byte[]> blocks = new ArrayList<>();
    try {
      for (int at = 0; at < log.length; at += blocks.get(blocks.size() - 1).length) {
        ByteBuffer rest = ByteBuffer.wrap(log, at, log.length - at).slice();
        blocks.add(Arrays.copyOfRange(log, at, at + BlockHeader.decode(rest).blockBytes()));
      }
      return blocks;
    } catch (FormatException e) {
      throw new IOException(e);
    }
  }

  /** Whatever the bytes, reading neither fails nor hangs, and never gives more events than fit. */
  @Test
  void events_manyBytesChanged_neverFails() throws IOException {
    Random random = new Random(4711);
    for (int k = 0; k < 500; k++) {
      byte[] bytes = Arrays.copyOf(whole, whole.length - random.nextInt(40));
      for (int n = random.nextInt(20); n > 0; n--) {
        bytes[random.nextInt(bytes.length)] = (byte) random.nextInt();
      }
      try (LogReader log = open(bytes)) {
        assertThat(upTo(ALL)).containsAll(Logs.numbers(log));
        log.losses();
      }
    }
  }
}
