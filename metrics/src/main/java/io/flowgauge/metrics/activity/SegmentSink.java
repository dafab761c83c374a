package io.flowgauge.metrics.activity;

/**
 * Takes segments of an activity's time as its events delimit them: one may end before it begins.
 */
interface SegmentSink {
  void segment(long from, long to, int timeClass);

  /** Takes the time in which the activity ran; called last. */
  void processing(long from, long to);
}
