package io.flowgauge.benchmarks.eventlog;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadInfo;
import java.util.concurrent.atomic.LongAdder;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;

/**
 * Supplies the values that a thread logs, and measures the processor time of its calls, which is
 * more meaningful than wall-clock time on a shared machine.
 */
@State(Scope.Thread)
public class Calls {
  private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();

  /** Processor time of all threads' calls. */
  private static final LongAdder ALL_NANOS = new LongAdder();

  private long total;
  private long totalNanos;
  private long leastBytes = Long.MAX_VALUE;
  private long bytesBefore;
  private double best = Double.POSITIVE_INFINITY;
  private int calls;
  private long began;

  /** Called by JMH. */
  public Calls() {}

  /** Returns the processor time of all threads' calls, including warm-up. */
  static long allNanos() {
    return ALL_NANOS.sum();
  }

  /** Returns the processor time of the threads whose names begin with the given one. */
  static long cpuNanosOf(String name) {
    long nanos = 0;
    for (long id : THREADS.getAllThreadIds()) {
      ThreadInfo thread = THREADS.getThreadInfo(id);
      if (thread != null && thread.getThreadName().startsWith(name)) {
        nanos += THREADS.getThreadCpuTime(id);
      }
    }
    return nanos;
  }

  @Setup(Level.Iteration)
  public void begin() {
    calls = 0;
    bytesBefore = THREADS.getCurrentThreadAllocatedBytes();
    began = THREADS.getCurrentThreadCpuTime();
  }

  int next() {
    return calls++;
  }

  @TearDown(Level.Iteration)
  public void end() {
    long nanos = THREADS.getCurrentThreadCpuTime() - began;
    leastBytes = Math.min(leastBytes, THREADS.getCurrentThreadAllocatedBytes() - bytesBefore);
    total += calls;
    totalNanos += nanos;
    ALL_NANOS.add(nanos);
    best = Math.min(best, nanos / (double) Math.max(1, calls));
  }

  @TearDown(Level.Trial)
  public void report() {
    System.out.printf(
        "%n%s: %d calls, %.1f ns of processor time each, %.1f ns in the best iteration;"
            + " %d bytes allocated in the iteration that allocated least%n",
        Thread.currentThread().getName(),
        total,
        totalNanos / (double) Math.max(1, total),
        best,
        leastBytes);
  }
}
