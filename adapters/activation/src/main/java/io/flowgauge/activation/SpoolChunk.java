package io.flowgauge.activation;

import java.nio.ByteBuffer;

/**
 * Whole blocks of a spool.
 *
 * @param position where they begin
 * @param bytes the blocks
 */
record SpoolChunk(long position, ByteBuffer bytes) {
  /** Where what comes next begins. */
  long end() {
    return position + bytes.remaining();
  }
}
