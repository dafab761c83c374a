package io.flowgauge.instrumentation.shared;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/** Mapped memory. */
final class MappedBytes implements SharedBytes {
  private static final VarHandle INT =
      MethodHandles.byteBufferViewVarHandle(int[].class, ByteOrder.LITTLE_ENDIAN);

  private final ByteBuffer memory;

  MappedBytes(ByteBuffer memory) {
    this.memory = memory;
  }

  @Override
  public int intAt(long at) {
    return fits(at, Integer.BYTES) ? (int) INT.getAcquire(memory, (int) at) : 0;
  }

  private boolean fits(long at, int length) {
    return at >= 0 && at <= memory.capacity() - length;
  }

  @Override
  public void read(long at, ByteBuffer to) {
    int length = to.remaining();
    if (fits(at, length)) {
      to.put(to.position(), memory, (int) at, length);
    } else {
      ChannelBytes.zero(to, 0);
    }
    VarHandle.acquireFence();
  }
}
