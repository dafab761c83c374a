package io.flowgauge.resources;

import java.io.Closeable;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Optional;

/** How long each processor was idle, from {@code /proc/stat}. Not thread-safe. */
final class Processors implements Closeable {
  /** The kernel's unit of time in {@code /proc}, the same on all machines that Java runs on. */
  static final double TICKS_PER_SECOND = 100;

  private static final int LARGEST = 1 << 16;

  private final Optional<KernelFile> file;
  private long[] idleTicks = new long[0];
  private double[] idle = new double[0];
  private BitSet online = new BitSet();
  private long runnable = -1;

  Processors(Path root) {
    file = KernelFile.open(root.resolve("stat"));
  }

  /** Reads the times since the last call; false if they cannot be read. */
  boolean read(KernelText text) {
    if (file.isEmpty() || !file.get().readAll(text)) {
      return false;
    }
    BitSet seen = new BitSet();
    text.nextLine(); // Skips the sum over all processors.
    while (text.startsWith("cpu")) {
      processor(text, seen);
    }
    online = seen;
    runnable = -1;
    while (text.hasMore() && runnable < 0) {
      if (text.startsWith("procs_running ")) {
        runnable = text.number();
      }
      text.nextLine();
    }
    return !seen.isEmpty();
  }

  /** Reads the line of a processor: user, nice, system, idle, and idle waiting for disks. */
  private void processor(KernelText text, BitSet seen) {
    int number = (int) Math.min(LARGEST, text.number());
    text.number();
    text.number();
    text.number();
    long ticks = text.number() + text.number();
    text.nextLine();
    seen.set(number);
    if (number >= idle.length) {
      idle = Arrays.copyOf(idle, number + 1);
      idleTicks = Arrays.copyOf(idleTicks, number + 1);
    }
    // The counter of waiting for disks may decrease.
    boolean wasOnline = online.get(number);
    idle[number] = wasOnline ? Math.max(0, ticks - idleTicks[number]) / TICKS_PER_SECOND : 0;
    idleTicks[number] = ticks;
  }

  CpuSet online() {
    return CpuSet.of(online);
  }

  /** Returns the total idle seconds of the given processors. */
  double idle(CpuSet cpus) {
    double sum = 0;
    for (int cpu = online.nextSetBit(0); cpu >= 0; cpu = online.nextSetBit(cpu + 1)) {
      sum += cpus.contains(cpu) ? idle[cpu] : 0;
    }
    return sum;
  }

  /** Returns the number of threads that run or are ready to; negative if not known. */
  long runnable() {
    return runnable;
  }

  @Override
  public void close() {
    file.ifPresent(KernelFile::close);
  }
}
