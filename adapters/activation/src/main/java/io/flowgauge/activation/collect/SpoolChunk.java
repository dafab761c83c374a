package io.flowgauge.activation.collect;

import java.nio.ByteBuffer;

/**
 * Whole blocks of a spool.
 *
 * @param position where they begin
 */
public record SpoolChunk(long position, ByteBuffer bytes) {
  /** Where what comes next begins: bytes up to the end of this. */
  public long end() {
    return position + bytes.remaining();
  }
}
