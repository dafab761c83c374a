package io.flowgauge.metrics.activity;

/** Takes stretches of time during which an attempt waited. */
@FunctionalInterface
public interface WaitSink {

  /**
   * Takes a stretch.
   *
   * @param attempt index of the attempt that waited
   * @param from begin in nanoseconds
   * @param to end in nanoseconds, later than the begin
   * @param timeClass what the stretch counts as while a slot is free: a number of {@link TimeClass}
   */
  void wait(int attempt, long from, long to, int timeClass);
}
