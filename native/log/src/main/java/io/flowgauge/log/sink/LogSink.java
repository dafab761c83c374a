package io.flowgauge.log.sink;

import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;

/**
 * An open destination, which takes whole blocks of the binary format. Not thread-safe; used by one
 * thread at a time.
 */
public interface LogSink extends Closeable {
  /**
   * The part of the destination that the next block goes to, such as a file of a directory. The
   * number changes whenever the following blocks must be readable without the earlier ones; the
   * next block then repeats the identity of its stream and the types of its events. The log calls
   * this before it makes each block.
   *
   * @param bytes minimum length of the block
   * @return any number; 0 if there is only one part
   * @throws IOException if the next part cannot be begun
   */
  default int part(int bytes) throws IOException {
    return 0;
  }

  /**
   * Takes a block. If that fails, the log closes the sink, reopens the destination, and tries the
   * same block again.
   *
   * @param block the pieces of one block; all their bytes must be taken, in order
   * @throws IOException if it could not be written in full
   */
  void write(ByteBuffer... block) throws IOException;

  /**
   * Returns how much the receiver has confirmed to have stored permanently. When the destination is
   * reopened, the rest is sent again: up to 4 MiB of it, or 1 MiB if the receiver has never
   * confirmed anything.
   *
   * @return number of bytes written to this sink, from the beginning, that are confirmed; {@link
   *     Long#MAX_VALUE} if bytes written to the sink cannot be lost; below 0 if the receiver has
   *     not confirmed anything yet
   * @throws IOException if the receiver has gone
   */
  default long confirmed() throws IOException {
    return Long.MAX_VALUE;
  }

  /**
   * Forces everything taken so far to disk, if the destination is on disk.
   *
   * @throws IOException if it cannot
   */
  default void force() throws IOException {}
}
