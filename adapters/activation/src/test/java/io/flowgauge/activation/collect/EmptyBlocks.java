package io.flowgauge.activation.collect;

import io.flowgauge.log.format.BlockHeader;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Path;

/** Blocks without events, for tests that only pass blocks on. */
public final class EmptyBlocks {
  private EmptyBlocks() {}

  /** Returns the given number of blocks of one stream, of 96 bytes each. */
  public static byte[] of(int blocks) {
    ByteBuffer all = ByteBuffer.allocate(blocks * BlockHeader.BYTES);
    for (int k = 0; k < blocks; k++) {
      new StreamPlace(k, 0, 0, false)
          .encode(new StreamKey(1, 2), ByteOrder.BIG_ENDIAN, BlockHeader.Sections.NONE)
          .encode(all);
    }
    return all.array();
  }

  /** Opens a spool in a folder and appends the blocks to it. */
  public static Spool spool(Path folder, byte[] blocks) throws IOException {
    Spool spool = new Spool(folder, 0, 1 << 20, SpoolFiles.REAL, block -> {});
    for (int at = 0; at < blocks.length; at += BlockHeader.BYTES) {
      spool.append(ByteBuffer.wrap(blocks, at, BlockHeader.BYTES).slice(), 0);
    }
    spool.commit();
    return spool;
  }
}
