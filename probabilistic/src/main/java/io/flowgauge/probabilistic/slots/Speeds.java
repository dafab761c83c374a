package io.flowgauge.probabilistic.slots;

import java.util.Arrays;
import java.util.stream.DoubleStream;

/** Speeds of processors, the fastest first; empty if processors are unbounded. */
public final class Speeds {
  /** As many processors as wanted. */
  public static final Speeds UNBOUNDED = new Speeds(new double[0]);

  private final double[] descending;

  private Speeds(double[] descending) {
    this.descending = descending;
  }

  /**
   * Given speeds.
   *
   * @param speeds factors of the speed that durations are given for, above 0, in any order
   */
  public static Speeds of(double... speeds) {
    double[] ascending = DoubleStream.of(speeds).sorted().toArray();
    double[] descending = new double[ascending.length];
    Arrays.setAll(descending, k -> ascending[ascending.length - 1 - k]);
    return new Speeds(descending);
  }

  /**
   * Processors of speed 1.
   *
   * @param count how many, 1 or more
   * @return as many equal speeds
   */
  public static Speeds equal(int count) {
    double[] speeds = new double[count];
    Arrays.fill(speeds, 1);
    return new Speeds(speeds);
  }

  /** How many processors there are: their number; 0 if they are not bounded. */
  public int count() {
    return descending.length;
  }

  /**
   * The speed of a processor.
   *
   * @param processor its number, the fastest being 0
   * @return a factor of the speed that durations are given for
   */
  public double speed(int processor) {
    return descending[processor];
  }

  /** The speed of all processors together. */
  public double total() {
    return DoubleStream.of(descending).sum();
  }
}
