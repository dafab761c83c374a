package io.flowgauge.instrumentation.jvm;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import io.flowgauge.instrumentation.jvm.sensor.CallStack;
import io.flowgauge.instrumentation.jvm.sensor.Layout;
import io.flowgauge.instrumentation.jvm.sensor.Sensors;
import io.flowgauge.instrumentation.jvm.sensor.SharedMemory;
import java.io.RandomAccessFile;
import java.lang.management.ManagementFactory;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The sensor classes in this process, called as instrumented methods call them. */
class SensorsTest {
  private static final int CALLS = 200_000;

  private static SharedMemory memory(Path folder, int session) throws Exception {
    Path file = folder.resolve("memory" + session);
    Files.write(file, new byte[Layout.RECORDS_AT]);
    RandomAccessFile access = new RandomAccessFile(file.toFile(), "rw");
    access.setLength(Layout.SIZE);
    ByteBuffer mapped = access.getChannel().map(FileChannel.MapMode.READ_WRITE, 0, Layout.SIZE);
    SharedMemory memory = new SharedMemory(mapped, access, session);
    memory.installed(1, Layout.WALL, 0, 0);
    memory.installed(2, Layout.WALL, 0, 0);
    return memory;
  }

  private static void call(int sensor, int inner) {
    CallStack stack = Sensors.enter(sensor);
    int call = stack.depth;
    if (inner != 0) {
      call(inner, 0);
    }
    stack.exit(call);
  }

  private static long calls(Path folder, int session, int record) throws Exception {
    byte[] file = Files.readAllBytes(folder.resolve("memory" + session));
    int at = Layout.RECORDS_AT + record * Layout.RECORD_SIZE + 24;
    return ByteBuffer.wrap(file).order(ByteOrder.LITTLE_ENDIAN).getLong(at);
  }

  @Test
  void enterAndExit_afterTheFirstCall_allocateNothing(@TempDir Path folder) throws Exception {
    ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    Sensors.open(memory(folder, 0));
    try {
      for (int k = 0; k < CALLS; k++) {
        call(1, 2);
      }
      long before = threads.getCurrentThreadAllocatedBytes();
      for (int k = 0; k < CALLS; k++) {
        call(1, 2);
      }
      long allocated = threads.getCurrentThreadAllocatedBytes() - before;
      assertThat(allocated).as("bytes by %d calls", 2 * CALLS).isLessThan(4096);
      assertThat(calls(folder, 0, 0)).isEqualTo(2L * CALLS);
      assertThat(calls(folder, 0, 1)).isEqualTo(2L * CALLS);
    } finally {
      Sensors.close();
    }
  }

  @Test
  void enter_withoutMemoryOrOfAnOlderSession_measuresNothing(@TempDir Path folder)
      throws Exception {
    call(1, 2);
    Sensors.open(memory(folder, 3));
    try {
      call(1, 2);
      assertThat(calls(folder, 3, 0)).isZero();
      call(3 * Layout.REGIONS + 1, 0);
      assertThat(calls(folder, 3, 0)).isEqualTo(1);
    } finally {
      Sensors.close();
    }
  }

  @Test
  void exit_callsWithinThatNeverEnded_areGivenUp(@TempDir Path folder) throws Exception {
    Sensors.open(memory(folder, 0));
    try {
      CallStack outer = Sensors.enter(1);
      int call = outer.depth;
      Sensors.enter(2);
      Sensors.enter(2);
      outer.exit(call);
      assertThat(outer.depth).isZero();
      assertThat(calls(folder, 0, 0)).as("of the outer").isEqualTo(1);
      assertThat(calls(folder, 0, 1)).as("of the inner").isZero();
      byte[] file = Files.readAllBytes(folder.resolve("memory0"));
      assertThat(file[224]).as("aborted").isEqualTo((byte) 2);
    } finally {
      Sensors.close();
    }
  }

  @Test
  void enter_aHundredThousandDeep_dropsAndRecovers(@TempDir Path folder) throws Exception {
    Sensors.open(memory(folder, 0));
    try {
      CallStack stack = Sensors.enter(1);
      for (int k = 0; k < 100_000; k++) {
        Sensors.enter(2);
      }
      stack.exit(1);
      call(1, 0);
      assertThat(calls(folder, 0, 0)).isEqualTo(2);
    } finally {
      Sensors.close();
    }
  }

  /**
   * A virtual thread that waited for a monitor would depend on other threads, which may have
   * sensors.
   */
  @Test
  void enter_whileAnotherThreadHasTheMonitor_doesNotWait(@TempDir Path folder) throws Exception {
    SharedMemory memory = memory(folder, 0);
    Sensors.open(memory);
    try {
      Thread caller = new Thread(() -> call(1, 2));
      synchronized (memory) {
        caller.start();
        caller.join(10_000);
        assertThat(caller.isAlive()).isFalse();
      }
      assertThat(calls(folder, 0, 0)).isEqualTo(1);
    } finally {
      Sensors.close();
    }
  }
}
