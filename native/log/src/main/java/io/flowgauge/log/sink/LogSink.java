package io.flowgauge.log.sink;

import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;

/**
 * An open destination, which takes whole blocks of the binary format. Used by one thread at a time;
 * not thread-safe.
 */
public interface LogSink extends Closeable {
  /**
   * The part of the destination the next block goes to: a number that changes when what follows
   * shall be readable without what was before, as in another file. The block then says anew where
   * its events come from and what they hold. Asked before each block is made.
   *
   * @param bytes how long the block is at least
   * @return any number; 0 where there is but one part
   * @throws IOException if the next part cannot be begun
   */
  default int part(int bytes) throws IOException {
    return 0;
  }

  /**
   * Takes a block. If it cannot, the sink is closed, and the destination opened anew for the same
   * block.
   *
   * @param block the pieces of one block, all bytes of which are to be taken, in their order
   * @throws IOException if it does not get there as a whole
   */
  void write(ByteBuffer... block) throws IOException;

  /**
   * Has on the disk what it took, if it keeps things there.
   *
   * @throws IOException if it cannot
   */
  default void force() throws IOException {}
}
