package io.flowgauge.instrumentation.jvm.program;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.util.Random;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/** A program with things to change, which prints their current state when asked by name. */
public final class Tunable {
  static int number = 7;
  static volatile boolean flag;
  static long wide = 1L << 40;
  static double fraction = 0.5;
  static float single = 1.5f;
  static char letter = 'a';
  static byte small = 1;
  static short middle = 2;
  static String text = "text";
  static final Integer FIXED = Integer.valueOf(3);

  private static int secret = 11;

  private static final ThreadPoolExecutor POOL =
      new ThreadPoolExecutor(2, 8, 1, TimeUnit.MINUTES, new LinkedBlockingQueue<>(1000));

  private final int factor;

  private Tunable(int factor) {
    this.factor = factor;
  }

  /** A class that is loaded but never initialized. */
  static final class Unused {
    static int value = new Random().nextInt();

    private Unused() {}
  }

  /** An interface with a method without a body. */
  interface Bodiless {
    int nothing(int value);
  }

  static String mixed(int first, long second, double third, boolean fourth, char fifth) {
    return first + " " + second + " " + third + " " + fourth + " " + fifth;
  }

  static int clamped(int value, int most) {
    int left = most;
    int result = 0;
    while (left > 0 && result < value) {
      result++;
      left--;
    }
    if (result < 0) {
      throw new IllegalStateException("below");
    }
    return result;
  }

  static double half(double value) {
    return value / 2;
  }

  static boolean even(long value) {
    return value % 2 == 0;
  }

  /** A method whose bytecode begins with a loop. */
  static void spin(int times) {
    while (times > 0) {
      times--;
    }
  }

  static int twice(int value) {
    return 2 * value;
  }

  static long twice(long value) {
    return 2 * value;
  }

  int scaled(int value) {
    return factor * value;
  }

  static int setSecret(int value) {
    int before = secret;
    secret = value;
    return before;
  }

  static void fail(int value) {
    throw new IllegalStateException("fails with " + value);
  }

  static void hang(int millis) throws InterruptedException {
    Thread.sleep(millis);
  }

  private static String fields() {
    return number + " " + flag + " " + wide + " " + fraction + " " + single + " " + letter + " "
        + small + " " + middle + " " + secret;
  }

  private static String calls(int value) {
    spin(value);
    return clamped(value, 100)
        + " "
        + half(value)
        + " "
        + even(value)
        + " "
        + twice(value)
        + " "
        + new Tunable(3).scaled(value);
  }

  private static String answer(String question) {
    if (question.equals("fields")) {
      return fields();
    }
    if (question.equals("mixed")) {
      return mixed(1, 2, 3.5, false, 'x');
    }
    if (question.equals("pool")) {
      return "" + POOL.getCorePoolSize();
    }
    if (question.startsWith("number")) {
      number = Integer.parseInt(question.substring("number".length()));
      return fields();
    }
    return calls(Integer.parseInt(question));
  }

  private static void use() {
    try {
      while (true) {
        POOL.execute(() -> spin(1));
        Thread.sleep(10);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /** Answers until there is no more input. */
  public static void main(String[] arguments) throws IOException {
    Bodiless bodiless = value -> value;
    calls(bodiless.nothing(Unused.class.getName().length()));
    Thread user = new Thread(Tunable::use);
    user.setDaemon(true);
    user.start();
    System.out.println("ready");
    BufferedReader in = new BufferedReader(new InputStreamReader(System.in, UTF_8));
    String line = in.readLine();
    while (line != null) {
      System.out.println(answer(line));
      line = in.readLine();
    }
    System.exit(text.length() - 4);
  }
}
