package io.flowgauge.traces.files;

import io.flowgauge.trace.Times;

/**
 * Measures how well the times of activities in two descriptions of a run agree. Not thread-safe.
 */
final class TimeAgreement {
  private long compared;
  private long differ;
  private long worst;
  private String example = "";

  void add(String activity, long difference, long tolerance) {
    compared++;
    if (difference > tolerance) {
      differ++;
      example = difference > worst ? activity : example;
      worst = Math.max(worst, difference);
    }
  }

  /** Returns the number of activities whose times differ. */
  long differ() {
    return differ;
  }

  /** Whether more than a third of them differ, which means two different runs of one workflow. */
  boolean contradicts() {
    return 3 * differ > compared;
  }

  @Override
  public String toString() {
    return "the times of "
        + differ
        + " of "
        + compared
        + " activities differ, most by "
        + Times.seconds(worst)
        + " s ("
        + example
        + ")";
  }
}
