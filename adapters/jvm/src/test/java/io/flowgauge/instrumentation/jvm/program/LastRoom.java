package io.flowgauge.instrumentation.jvm.program;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.nio.ByteBuffer;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentSkipListSet;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.IntConsumer;

/**
 * Calls methods when hardly any stack or memory is left, on command: {@code first} calls a method
 * from the end of the stack upwards; {@code often} runs into the end of the stack repeatedly;
 * {@code print} does so while printing; {@code full} calls in many threads without memory; {@code
 * hold} calls nothing but leaves no memory for some seconds; {@code direct} leaves none outside of
 * the heap until {@code free}. Prints what was thrown.
 */
public final class LastRoom {
  private static final int TIMES = 20;
  private static final int THREADS = 20;
  private static final int CALLS_OF_THREAD = 2000;
  private static final int LARGEST = 1 << 18;
  private static final long HOLD_NANOS = 6_000_000_000L;

  private static volatile boolean isFull;
  private static Object[] filling;

  /** Held only for its memory. */
  static ByteBuffer direct;

  private LastRoom() {}

  static int leaf(int value) {
    return value + 1;
  }

  @SuppressWarnings("InfiniteRecursion")
  static int down(int depth) {
    return leaf(down(depth + 1));
  }

  @SuppressWarnings("InfiniteRecursion")
  static int printing(int depth) {
    System.err.println(depth);
    return leaf(printing(depth + 1));
  }

  /** Recurses to the end of the stack, then calls a method at each depth on the way up. */
  @SuppressWarnings("InfiniteRecursion")
  private static void upwards(int depth, Set<String> thrown) {
    try {
      upwards(depth + 1, thrown);
    } catch (StackOverflowError e) {
      // The end of the stack.
    }
    try {
      leaf(depth);
    } catch (StackOverflowError e) {
      // The method itself might have thrown it.
    } catch (Throwable e) {
      thrown.add(e.toString());
    }
  }

  private static void often(Set<String> thrown, IntConsumer what) {
    for (int k = 0; k < TIMES; k++) {
      try {
        what.accept(0);
      } catch (Throwable e) {
        thrown.add(e.toString());
      }
    }
  }

  private static void inThread(Runnable what) throws InterruptedException {
    Thread thread = new Thread(null, what, "deep", 256 << 10);
    thread.start();
    thread.join();
  }

  private static void full(Set<String> thrown) {
    AtomicInteger ready = new AtomicInteger();
    AtomicInteger failed = new AtomicInteger();
    AtomicInteger done = new AtomicInteger();
    for (int k = 0; k < THREADS; k++) {
      Thread thread = new Thread(() -> leafWhenFull(ready, failed, done));
      thread.start();
    }
    while (ready.get() < THREADS) {
      Thread.onSpinWait();
    }
    fill();
    isFull = true;
    while (done.get() < THREADS) {
      Thread.onSpinWait();
    }
    filling = null;
    if (failed.get() > 0) {
      thrown.add(failed + " errors without memory");
    }
  }

  private static void hold() {
    long end = System.nanoTime() + HOLD_NANOS;
    System.out.println("full");
    while (System.nanoTime() - end < 0) {
      fill(); // Fills what has become garbage meanwhile.
    }
    filling = null;
  }

  private static void leafWhenFull(AtomicInteger ready, AtomicInteger failed, AtomicInteger done) {
    ready.incrementAndGet();
    while (!isFull) {
      Thread.onSpinWait();
    }
    try {
      for (int k = 0; k < CALLS_OF_THREAD; k++) {
        leaf(k);
      }
    } catch (Throwable e) {
      failed.incrementAndGet();
    }
    done.incrementAndGet();
  }

  private static void fill() {
    for (int size = LARGEST; size > 1; ) {
      try {
        Object[] more = new Object[size];
        more[0] = filling;
        filling = more;
      } catch (OutOfMemoryError e) {
        size /= 2;
      }
    }
  }

  /** Executes commands until standard input ends. */
  public static void main(String[] arguments) throws Exception {
    System.out.println("ready");
    var in = new BufferedReader(new InputStreamReader(System.in, UTF_8));
    for (String line = in.readLine(); line != null; line = in.readLine()) {
      Set<String> thrown = new ConcurrentSkipListSet<>();
      switch (line) {
        case "first" -> inThread(() -> upwards(0, thrown));
        case "often" -> inThread(() -> often(thrown, LastRoom::down));
        case "print" -> inThread(() -> often(thrown, LastRoom::printing));
        case "full" -> full(thrown);
        case "hold" -> hold();
        case "direct" -> direct = ByteBuffer.allocateDirect(1 << 20);
        case "free" -> direct = null;
        default -> throw new IllegalArgumentException(line);
      }
      leaf(1);
      System.out.println(new TreeSet<>(thrown));
    }
  }
}
