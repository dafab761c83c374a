package io.flowgauge.learning.forecast;

/** The part of recorded makespans that simulation does not explain. Immutable and thread-safe. */
interface Unexplained {
  /**
   * A makespan that might be recorded.
   *
   * @param simulated makespan in seconds
   * @param deviation drawn from Student's distribution with 4 degrees of freedom
   */
  double recorded(double simulated, double deviation);
}
