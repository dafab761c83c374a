package io.flowgauge.instrumentation.jvm.program;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.lang.reflect.Field;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Starts threads on command: {@code short N} threads one after another; {@code virtual N} virtual
 * threads at once, each sleeping within a method; {@code burn N} milliseconds of processor time in
 * one call; {@code tiny N} calls of a method that does next to nothing; {@code reset N} calls,
 * before each of which the thread loses all its thread-local variables; {@code odd N} milliseconds
 * of a thread whose own methods throw.
 */
public final class Threads {
  private static final AtomicLong DONE = new AtomicLong();

  private static final long CHUNK = 1_000_000;

  static volatile long sink;

  private Threads() {}

  static void inner() {
    DONE.incrementAndGet();
  }

  static void outer(long sleepMillis) {
    inner();
    try {
      Thread.sleep(sleepMillis);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    inner();
  }

  static void burn(long millis) {
    long end = System.nanoTime() + millis * 1_000_000;
    long turns = 0;
    while (System.nanoTime() - end < 0) {
      turns++;
    }
    sink = turns;
  }

  static long tiny(long value) {
    return value * 31 + 7;
  }

  /**
   * Splits calls into several loops, as a loop that runs while its class is changed stays in the
   * interpreter.
   */
  private static void tinies(long times) {
    for (long left = times; left > 0; left -= CHUNK) {
      chunk(Math.min(left, CHUNK));
    }
  }

  private static void chunk(long times) {
    long value = 0;
    for (long k = 0; k < times; k++) {
      value = tiny(value);
    }
    sink = value;
  }

  private static void oneAfterTheOther(long times) throws InterruptedException {
    for (long k = 0; k < times; k++) {
      Thread thread = new Thread(() -> outer(0));
      thread.start();
      thread.join();
    }
  }

  private static void virtual(long times) throws Exception {
    CountDownLatch all = new CountDownLatch((int) times);
    for (long k = 0; k < times; k++) {
      Runnable task =
          () -> {
            outer(20);
            all.countDown();
          };
      // Looked up by name, as the oldest supported Java does not have it.
      Thread.class.getMethod("startVirtualThread", Runnable.class).invoke(null, task);
    }
    all.await();
  }

  private static void reset(long times) throws ReflectiveOperationException {
    Field variables = Thread.class.getDeclaredField("threadLocals");
    variables.setAccessible(true);
    for (long k = 0; k < times; k++) {
      variables.set(Thread.currentThread(), null);
      inner();
    }
  }

  /** A thread whose methods throw. */
  private static final class Odd extends Thread {
    Odd(Runnable task) {
      super(task);
    }

    @Override
    @SuppressWarnings("deprecation")
    public long getId() {
      throw new UnsupportedOperationException("id");
    }

    @Override
    public State getState() {
      throw new UnsupportedOperationException("state");
    }
  }

  private static void odd(long millis) throws InterruptedException {
    Thread odd = new Odd(() -> outer(millis));
    odd.start();
    odd.join();
  }

  /** Executes commands until standard input ends. */
  public static void main(String[] arguments) throws Exception {
    System.out.println("ready");
    var in = new BufferedReader(new InputStreamReader(System.in, UTF_8));
    for (String line = in.readLine(); line != null; line = in.readLine()) {
      String[] words = line.split(" ", -1);
      run(words[0], Long.parseLong(words[1]));
      System.out.println("done " + DONE);
    }
  }

  private static void run(String what, long number) throws Exception {
    switch (what) {
      case "short" -> oneAfterTheOther(number);
      case "virtual" -> virtual(number);
      case "burn" -> burn(number);
      case "tiny" -> tinies(number);
      case "reset" -> reset(number);
      case "odd" -> odd(number);
      default -> throw new IOException("unknown: " + what);
    }
  }
}
