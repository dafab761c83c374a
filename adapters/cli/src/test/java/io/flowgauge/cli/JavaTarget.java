package io.flowgauge.cli;

import java.io.IOException;

/** A program to measure: it calls {@link #step} ten times for each byte it reads. */
final class JavaTarget {
  private JavaTarget() {}

  static long step(long x) {
    return x * 31 + 7;
  }

  public static void main(String[] args) throws IOException {
    long sum = 0;
    while (System.in.read() >= 0) {
      for (int k = 0; k < 10; k++) {
        sum = step(sum);
      }
      System.out.println(sum);
    }
    System.exit(6);
  }
}
