package io.flowgauge.log.read;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class BlockScannerTest {
  private static final int BLOCKS = 3;

  @TempDir Path folder;

  /** A file that has grown between the query of its size and each read. */
  private static final class Growing implements LogBytes {
    private final ByteBuffer bytes;
    private int size;

    Growing(byte[] bytes, int size) {
      this.bytes = ByteBuffer.wrap(bytes);
      this.size = size;
    }

    void beWhole() {
      size = bytes.limit();
    }

    @Override
    public Path path() {
      return Path.of("growing.nlb");
    }

    @Override
    public long size() {
      return size;
    }

    @Override
    public ByteBuffer read(long offset, int length, ByteBuffer into) {
      int there = Math.min(length, bytes.limit() - (int) offset);
      return into.clear().put(0, bytes, (int) offset, there).limit(there);
    }

    @Override
    public void close() {
      // Nothing to release.
    }
  }

  private static List<BlockRef> scan(BlockScanner scanner) throws IOException {
    List<BlockRef> found = new ArrayList<>();
    scanner.scan(found::add);
    return found;
  }

  /** The scan begins while a block is half written, and further blocks are written during it. */
  @Test
  void scan_blocksAppendedMeanwhile_areFoundWholeTheNextTime() throws IOException {
    byte[] whole = Logs.bytes(folder, BLOCKS, 4);
    for (int size = 0; size <= whole.length; size++) {
      Growing file = new Growing(whole, size);
      BlockScanner scanner = new BlockScanner(file);

      List<BlockRef> found = scan(scanner);
      file.beWhole();
      found.addAll(scan(scanner));

      assertThat(found).as("known were %d bytes", size).hasSize(BLOCKS + 1);
      assertThat(found).noneMatch(BlockRef::isDamaged);
      assertThat(scanner.skippedParts()).isEmpty();
    }
  }

  @Test
  void unfinished_blocksAppendedSince_areNotLost() throws IOException {
    Growing file = new Growing(Logs.bytes(folder, BLOCKS, 4), 0);
    BlockScanner scanner = new BlockScanner(file);
    scan(scanner);
    file.beWhole();

    assertThat(scanner.unfinished(block -> false)).isEmpty();
  }
}
