package io.flowgauge.activation.collect;

import java.nio.ByteBuffer;

/**
 * Whole blocks of a spool.
 *
 * @param position where they begin
 */
public record SpoolChunk(long position, ByteBuffer bytes) {
  /** Returns the position after its last byte. */
  public long end() {
    return position + bytes.remaining();
  }
}
