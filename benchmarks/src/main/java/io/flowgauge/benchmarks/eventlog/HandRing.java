package io.flowgauge.benchmarks.eventlog;

import java.io.IOException;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.channels.FileChannel.MapMode;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;

/**
 * A log written by hand for exactly this event: a mapped ring of 64 MiB for each thread with 20
 * bytes per event, whose type is written last, as a release. Nothing drains it.
 */
@State(Scope.Thread)
public class HandRing {
  private static final int CAPACITY = 1 << 26;
  private static final int EVENT = 20;
  private static final int TYPE = 1;
  private static final ByteOrder ORDER = ByteOrder.nativeOrder();
  private static final VarHandle INTS = MethodHandles.byteBufferViewVarHandle(int[].class, ORDER);
  private static final VarHandle LONGS = MethodHandles.byteBufferViewVarHandle(long[].class, ORDER);

  private Path file;
  private ByteBuffer ring;
  private int position;

  /** Called by JMH. */
  public HandRing() {}

  @Setup(Level.Trial)
  public void map() throws IOException {
    file = Arrivals.file("hand");
    try (FileChannel channel =
        FileChannel.open(file, StandardOpenOption.READ, StandardOpenOption.WRITE)) {
      channel.write(ByteBuffer.allocate(CAPACITY));
      ring = channel.map(MapMode.READ_WRITE, 0, CAPACITY).order(ORDER);
    }
  }

  void log(int myInt, float myFloat) {
    if (position + EVENT > CAPACITY) {
      position = 0;
    }
    LONGS.set(ring, position + 4, System.nanoTime());
    INTS.set(ring, position + 12, myInt);
    INTS.set(ring, position + 16, Float.floatToRawIntBits(myFloat));
    INTS.setRelease(ring, position, TYPE);
    position += EVENT;
  }

  @TearDown(Level.Trial)
  public void delete() throws IOException {
    Files.delete(file);
  }
}
