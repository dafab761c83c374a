package io.flowgauge.probabilistic.slots;

import java.util.Arrays;
import java.util.stream.DoubleStream;

/** Speeds of processors, the fastest first; empty if processors are unbounded. */
public final class Speeds {
  /** An unlimited number of processors. */
  public static final Speeds UNBOUNDED = new Speeds(new double[0]);

  private final double[] descending;

  private Speeds(double[] descending) {
    this.descending = descending;
  }

  /**
   * Creates speeds.
   *
   * @param speeds speeds relative to that for which durations are given, above 0, in any order
   */
  public static Speeds of(double... speeds) {
    double[] ascending = DoubleStream.of(speeds).sorted().toArray();
    double[] descending = new double[ascending.length];
    Arrays.setAll(descending, k -> ascending[ascending.length - 1 - k]);
    return new Speeds(descending);
  }

  /**
   * Returns processors of speed 1.
   *
   * @param count how many, 1 or more
   * @return that many equal speeds
   */
  public static Speeds equal(int count) {
    double[] speeds = new double[count];
    Arrays.fill(speeds, 1);
    return new Speeds(speeds);
  }

  /** Returns the number of processors; 0 if they are unbounded. */
  public int count() {
    return descending.length;
  }

  /**
   * Returns the speed of a processor.
   *
   * @param processor its number, the fastest being 0
   * @return the speed relative to that for which durations are given
   */
  public double speed(int processor) {
    return descending[processor];
  }

  /** Returns the sum of all speeds. */
  public double total() {
    return DoubleStream.of(descending).sum();
  }
}
