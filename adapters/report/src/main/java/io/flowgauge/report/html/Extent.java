package io.flowgauge.report.html;

/**
 * How much of a run a page shows.
 *
 * @param mostDrawn runs with more activities are shown as sums
 * @param predicts whether it predicts the makespan, which can take longer than everything else
 */
record Extent(int mostDrawn, boolean predicts) {
  /** With more activities the page would not open within 3 s. */
  private static final int MOST_DRAWN = 200_000;

  static final Extent FULL = new Extent(MOST_DRAWN, true);
  static final Extent WITHOUT_PREDICTION = new Extent(MOST_DRAWN, false);
}
