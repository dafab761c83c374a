package io.flowgauge.log.sink;

import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;

/** A connection to a receiver of blocks. */
final class SocketSink implements LogSink {
  private final SocketChannel channel;
  private final ByteBuffer unexpected = ByteBuffer.allocate(64);

  SocketSink(SocketChannel channel) {
    this.channel = channel;
  }

  @Override
  public void write(ByteBuffer... block) throws IOException {
    requireReceiver();
    for (long left = remaining(block); left > 0; ) {
      left -= channel.write(block);
    }
  }

  /**
   * Checks first because the system accepts a block for a receiver that has closed its end, and
   * discards it.
   */
  private void requireReceiver() throws IOException {
    channel.configureBlocking(false);
    try {
      if (channel.read(unexpected.clear()) < 0) {
        throw new EOFException("the receiver has closed the connection");
      }
    } finally {
      channel.configureBlocking(true);
    }
  }

  static long remaining(ByteBuffer... block) {
    long bytes = 0;
    for (ByteBuffer piece : block) {
      bytes += piece.remaining();
    }
    return bytes;
  }

  @Override
  public void close() throws IOException {
    channel.close();
  }
}
