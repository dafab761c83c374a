package io.flowgauge.log.sink;

import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.SocketChannel;

/** A connection to a receiver of blocks. */
final class SocketSink implements LogSink {
  private final SocketChannel channel;

  /**
   * Received numbers of 8 bytes each: how many bytes the receiver has stored. A receiver need not
   * send any.
   */
  private final ByteBuffer answers = ByteBuffer.allocate(1 << 10).order(ByteOrder.LITTLE_ENDIAN);

  private long confirmed = -1;

  SocketSink(SocketChannel channel) {
    this.channel = channel;
  }

  @Override
  public void write(ByteBuffer... block) throws IOException {
    confirmed();
    for (long left = remaining(block); left > 0; ) {
      left -= channel.write(block);
    }
  }

  /**
   * Reads the confirmations received so far. Also called before each block, because the system
   * accepts a block for a receiver that has closed its end, and then discards it.
   */
  @Override
  public long confirmed() throws IOException {
    channel.configureBlocking(false);
    try {
      for (int read = channel.read(answers); read != 0; read = channel.read(answers)) {
        if (read < 0) {
          throw new EOFException("the receiver has closed the connection");
        }
        takeAnswers();
      }
    } finally {
      channel.configureBlocking(true);
    }
    return confirmed;
  }

  private void takeAnswers() {
    answers.flip();
    while (answers.remaining() >= Long.BYTES) {
      confirmed = answers.getLong();
    }
    answers.compact();
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
