package io.flowgauge.instrumentation.jvm.program;

import java.io.File;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Two busy threads that check each result until standard input ends; then it prints how many
 * results were wrong, and exits. Each line of input asks for the numbers of failures, calls,
 * threads, open files, and kilobytes of metaspace and of its heap.
 */
public final class Worker {
  /** Number of threads that work all the time. */
  public static final int THREADS = 2;

  private static final int MODULUS = 9973;

  /** A variable for changes that have no effect. */
  static volatile int spare;

  private static volatile boolean stop;
  private static final AtomicLong FAILURES = new AtomicLong();
  private static final AtomicLong CALLS = new AtomicLong();

  private Worker() {}

  static int square(int value) {
    return value * value % MODULUS;
  }

  static int checked(int value) {
    try {
      if (value % 100 == 0) {
        throw new IllegalStateException("every hundredth");
      }
      return square(value);
    } catch (IllegalStateException e) {
      return square(value);
    }
  }

  private static void work() {
    int value = 0;
    while (!stop) {
      value = (value + 1) % MODULUS;
      if (checked(value) != value * value % MODULUS) {
        FAILURES.incrementAndGet();
      }
      CALLS.incrementAndGet();
    }
  }

  private static String state() {
    System.gc();
    String[] files = new File("/proc/self/fd").list();
    int threads = ManagementFactory.getThreadMXBean().getThreadCount();
    return String.join(
        " ",
        "" + FAILURES,
        "" + CALLS,
        "" + threads,
        "" + (files == null ? 0 : files.length),
        "" + (metaspace() >> 10),
        "" + (ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed() >> 10));
  }

  /** Returns the bytes in use; the number of classes would grow with each change of one. */
  private static long metaspace() {
    return ManagementFactory.getMemoryPoolMXBeans().stream()
        .filter(pool -> pool.getName().contains("etaspace"))
        .mapToLong(pool -> pool.getUsage().getUsed())
        .sum();
  }

  /** Works until there is no more input. */
  public static void main(String[] arguments) throws IOException, InterruptedException {
    List<Thread> threads = new ArrayList<>();
    for (int k = 0; k < THREADS; k++) {
      Thread thread = new Thread(Worker::work);
      thread.start();
      threads.add(thread);
    }
    System.out.println("ready");
    int next = System.in.read();
    while (next >= 0) {
      if (next == '\n') {
        System.out.println(state());
      }
      next = System.in.read();
    }
    stop = true;
    for (Thread thread : threads) {
      thread.join();
    }
    System.out.println("failures " + FAILURES);
  }
}
