package io.flowgauge.instrumentation.shared;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;

/**
 * A file that is read piece by piece. If the file is cut short, there are fewer bytes to read,
 * whereas a mapping would crash.
 */
final class ChannelBytes implements SharedBytes {
  private final FileChannel channel;

  ChannelBytes(FileChannel channel) {
    this.channel = channel;
  }

  @Override
  public int intAt(long at) {
    ByteBuffer word = ByteBuffer.allocate(Integer.BYTES).order(ByteOrder.LITTLE_ENDIAN);
    read(at, word);
    return word.getInt(0);
  }

  @Override
  public void read(long at, ByteBuffer to) {
    int got = 0;
    ByteBuffer rest = to.duplicate();
    try {
      for (int n = 0; n >= 0 && rest.hasRemaining(); got += Math.max(n, 0)) {
        n = channel.read(rest, at + got);
      }
    } catch (IOException | IllegalArgumentException e) {
      got = 0; // The channel is closed, or the offset cannot be in a file: there is nothing.
    }
    zero(to, got);
  }

  /** Fills the rest of the buffer with zeros. */
  static void zero(ByteBuffer to, int from) {
    for (int k = to.position() + from; k < to.limit(); k++) {
      to.put(k, (byte) 0);
    }
  }
}
