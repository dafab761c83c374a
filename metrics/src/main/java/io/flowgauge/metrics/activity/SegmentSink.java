package io.flowgauge.metrics.activity;

/** Takes segments of an activity's time as its events give them: one may end before it begins. */
interface SegmentSink {
  void segment(long from, long to, int timeClass);

  /** Comes last: the time in which the activity ran. */
  void processing(long from, long to);
}
