package io.flowgauge.instrumentation.jvm.program;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.util.Arrays;

/**
 * Measures the processor time of a call to a short method, of a call to the same method with a pair
 * of clock reads written into it, and of an empty loop. For each line of input it prints the
 * nanoseconds per call of both methods, each the 10th percentile of 200 batches.
 */
public final class CostLoop {
  private static final int BATCHES = 200;
  private static final int CALLS = 100_000;
  private static final int STEPS = 16;

  private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();

  static volatile long sink;
  private static long total;

  private CostLoop() {}

  static long work(long value) {
    long result = value;
    for (int k = 0; k < STEPS; k++) {
      result = result * 6364136223846793005L + 1442695040888963407L;
    }
    return result;
  }

  static long clocked(long value) {
    long begin = System.nanoTime();
    long result = value;
    for (int k = 0; k < STEPS; k++) {
      result = result * 6364136223846793005L + 1442695040888963407L;
    }
    total += System.nanoTime() - begin;
    return result;
  }

  private static double plainBatch() {
    long value = 1;
    long before = THREADS.getCurrentThreadCpuTime();
    for (int k = 0; k < CALLS; k++) {
      value = work(value);
    }
    long took = THREADS.getCurrentThreadCpuTime() - before;
    sink = value;
    return (double) took / CALLS;
  }

  private static double clockedBatch() {
    long value = 1;
    long before = THREADS.getCurrentThreadCpuTime();
    for (int k = 0; k < CALLS; k++) {
      value = clocked(value);
    }
    long took = THREADS.getCurrentThreadCpuTime() - before;
    sink = value + total;
    return (double) took / CALLS;
  }

  private static double percentile(double[] batches) {
    Arrays.sort(batches);
    return batches[batches.length / 10];
  }

  private static String measure() {
    double[] plain = new double[BATCHES];
    double[] clocked = new double[BATCHES];
    for (int k = 0; k < BATCHES; k++) {
      plain[k] = plainBatch();
      clocked[k] = clockedBatch();
    }
    return percentile(plain) + " " + percentile(clocked);
  }

  /** Measures whenever a line comes. */
  public static void main(String[] arguments) throws IOException {
    System.out.println("ready");
    var in = new BufferedReader(new InputStreamReader(System.in, UTF_8));
    while (in.readLine() != null) {
      System.out.println(measure());
    }
  }
}
