package io.flowgauge.metrics.activity;

/** Takes pieces of an activity's time in order. */
@FunctionalInterface
public interface PieceSink {

  /**
   * Takes a piece.
   *
   * @param from its begin, in nanoseconds
   * @param to its end, after its begin
   * @param timeClass class of the time, a number of {@link TimeClass}
   */
  void piece(long from, long to, int timeClass);
}
