package io.flowgauge.activation.collect;

import static org.assertj.core.api.Assertions.assertThat;

import io.flowgauge.activation.collect.SpoolCounts.Kind;
import io.flowgauge.log.format.BlockHeader;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.RepetitionInfo;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SpoolTest {
  private static final int LIMIT = 16_384;

  @TempDir Path folder;

  private Spool open() throws IOException {
    return new Spool(folder, 0, LIMIT, SpoolFiles.REAL, block -> {});
  }

  /** Returns a block without events, with the given number of random bytes as bodies. */
  private static ByteBuffer block(int number, int bytes) {
    ByteBuffer block = ByteBuffer.allocate(BlockHeader.BYTES + bytes);
    byte[] bodies = new byte[bytes];
    new Random(number).nextBytes(bodies);
    int crc = BlockHeader.checksum(ByteBuffer.wrap(bodies), 0, bytes);
    StreamPlace.BEGIN
        .encode(
            new StreamKey(number, 0),
            ByteOrder.LITTLE_ENDIAN,
            new BlockHeader.Sections(0, 0, bytes, 0, crc))
        .encode(block);
    return block.put(bodies).flip();
  }

  /** Compares random steps with a model: a list of blocks and a position. */
  @RepeatedTest(30)
  void spool_anySteps_isAListOfBlocks(RepetitionInfo info) throws Exception {
    Random random = new Random(info.getCurrentRepetition());
    List<ByteBuffer> blocks = new ArrayList<>();
    List<Long> ends = new ArrayList<>();
    Spool spool = open();
    long acknowledged = 0;
    for (int step = 0; step < 200; step++) {
      switch (random.nextInt(5)) {
        case 0, 1 -> {
          ByteBuffer block = block(step, random.nextInt(1500));
          if (spool.hasRoom(block)) {
            assertThat(spool.append(block, 1)).isTrue();
            if (random.nextInt(4) == 0) {
              spool = open(); // As if killed before the commit.
            } else {
              spool.commit();
              blocks.add(block);
              ends.add((ends.isEmpty() ? 0 : ends.get(ends.size() - 1)) + block.remaining());
            }
          }
        }
        case 2 -> {
          if (!ends.isEmpty()) {
            acknowledged = Math.max(acknowledged, ends.get(random.nextInt(ends.size())));
            spool.acknowledge(acknowledged);
          }
        }
        case 3 -> {
          if (spool.hasDeletableFiles(random.nextBoolean())) {
            spool.deleteAcknowledgedFiles();
          }
        }
        default -> {
          spool.close();
          spool = open();
        }
      }
      assertThat(spool.acknowledged()).isEqualTo(acknowledged);
      assertThat(spool.end()).isEqualTo(ends.isEmpty() ? 0 : ends.get(ends.size() - 1));
      assertThat(spool.count(Kind.BUFFERED)).isEqualTo(blocks.size());
      assertThat(bytes()).isLessThanOrEqualTo(LIMIT);
    }
    assertHolds(spool, acknowledged, blocks, ends, random);
    spool.close();
  }

  @Test
  void spool_otherDigits_namesItsFilesAlike() throws IOException {
    Locale before = Locale.getDefault();
    Locale.setDefault(Locale.forLanguageTag("ar-EG-u-nu-arab"));
    try {
      open().close();
    } finally {
      Locale.setDefault(before);
    }

    assertThat(folder.resolve("0".repeat(20) + Segment.SUFFIX)).exists();
  }

  private long bytes() throws IOException {
    try (Stream<Path> files = Files.list(folder)) {
      return files
          .filter(file -> file.toString().endsWith(Segment.SUFFIX))
          .mapToLong(file -> file.toFile().length())
          .sum();
    }
  }

  private static void assertHolds(
      Spool spool, long from, List<ByteBuffer> blocks, List<Long> ends, Random random)
      throws IOException {
    long at = from;
    int next = ends.indexOf(from) + 1;
    Optional<SpoolChunk> chunk = spool.read(at, random.nextInt(5000));
    while (chunk.isPresent()) {
      assertThat(chunk.get().position()).isEqualTo(at);
      ByteBuffer left = chunk.get().bytes();
      while (left.hasRemaining()) {
        ByteBuffer block = blocks.get(next++);
        assertThat(left.slice(left.position(), block.remaining())).isEqualTo(block);
        left.position(left.position() + block.remaining());
        at += block.remaining();
      }
      chunk = spool.read(at, random.nextInt(5000));
    }
    assertThat(next).isEqualTo(blocks.size());
  }

  @Test
  void spool_lastBlockTorn_goesOnAfterTheOnesBefore() throws Exception {
    ByteBuffer first = block(1, 100);
    ByteBuffer second = block(2, 100);
    for (int cut = 0; cut < second.limit(); cut++) {
      try (Spool spool = open()) {
        spool.append(first, 1);
        spool.commit();
        spool.append(second, 1);
        spool.commit();
      }
      Path file = folder.resolve("0".repeat(20) + Segment.SUFFIX);
      byte[] bytes = Files.readAllBytes(file);
      Files.write(file, Arrays.copyOf(bytes, first.limit() + cut));

      try (Spool spool = open()) {
        assertThat(spool.end()).isEqualTo(first.limit());
        spool.append(second, 1);
        spool.commit();
        assertThat(spool.read(0, 1 << 20).orElseThrow().bytes().limit())
            .isEqualTo(first.limit() + second.limit());
      }
      Files.delete(file);
      Files.delete(folder.resolve("counts"));
    }
  }

  @Test
  void spool_partInTheMiddleDamaged_goesOnAfterIt() throws Exception {
    long end;
    try (Spool spool = open()) {
      for (int k = 0; k < 20; k++) {
        spool.append(block(k, 500), 1);
        spool.commit();
      }
      end = spool.end();
    }
    Path second;
    try (Stream<Path> files = Files.list(folder)) {
      second = files.filter(f -> f.toString().endsWith(Segment.SUFFIX)).sorted().toList().get(1);
    }
    byte[] bytes = Files.readAllBytes(second);
    bytes[700]++;
    Files.write(second, bytes);

    try (Spool spool = open()) {
      long at = 0;
      long read = 0;
      Optional<SpoolChunk> chunk = spool.read(at, 1);
      while (chunk.isPresent()) {
        assertThat(chunk.get().position()).isGreaterThanOrEqualTo(at);
        read += chunk.get().bytes().remaining();
        at = chunk.get().end();
        chunk = spool.read(at, 1);
      }
      assertThat(at).isEqualTo(end);
      assertThat(read).isBetween(end - bytes.length, end - 1);
    }
  }

  @Test
  void await_readerInterrupted_leavesTheSpoolWell() throws Exception {
    try (Spool spool = open()) {
      spool.append(block(1, 100), 1);
      spool.commit();
      Thread.currentThread().interrupt();
      assertThat(spool.read(0, 1)).isPresent();
      assertThat(Thread.interrupted()).isTrue();
      assertThat(spool.append(block(2, 100), 1)).isTrue();
      spool.commit();
    }
  }
}
