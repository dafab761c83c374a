package io.flowgauge.instrumentation.jvm.program;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;

/**
 * Makes calls of a requested length and measures them itself. A line of input gives the nanoseconds
 * of a call and the number of calls; the answer is their time by a clock read inside each call, by
 * a clock read around each call, and whether the program has native access.
 */
public final class Spin {
  private static long inside;

  private Spin() {}

  static void spin(long nanos) {
    long begin = System.nanoTime();
    long now = System.nanoTime();
    while (now - begin < nanos) {
      now = System.nanoTime();
    }
    inside += now - begin;
  }

  private static String hasNativeAccess() {
    try {
      return "" + Module.class.getMethod("isNativeAccessEnabled").invoke(Spin.class.getModule());
    } catch (ReflectiveOperationException e) {
      return "false"; // Before Java 22 the method does not exist.
    }
  }

  /** Spins whenever a line comes. */
  public static void main(String[] arguments) throws IOException {
    System.out.println("ready");
    BufferedReader in = new BufferedReader(new InputStreamReader(System.in, UTF_8));
    for (String line = in.readLine(); line != null; line = in.readLine()) {
      String[] words = line.split(" ", -1);
      inside = 0;
      long outside = 0;
      for (int k = 0; k < Integer.parseInt(words[1]); k++) {
        long begin = System.nanoTime();
        spin(Long.parseLong(words[0]));
        outside += System.nanoTime() - begin;
      }
      System.out.println(inside + " " + outside + " " + hasNativeAccess());
    }
  }
}
