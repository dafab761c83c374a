package io.flowgauge.learning.service;

/** Times as logarithms, with 0.01 s added so that a time of 0 has one, too. */
public final class LogTime {
  private static final double OFFSET = 0.01;

  private LogTime() {}

  public static double of(double seconds) {
    return Math.log(seconds + OFFSET);
  }

  public static double seconds(double logTime) {
    return Math.max(0, Math.exp(logTime) - OFFSET);
  }
}
