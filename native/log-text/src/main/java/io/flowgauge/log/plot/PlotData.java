package io.flowgauge.log.plot;

import io.flowgauge.trace.Times;
import java.util.List;
import java.util.Locale;

/**
 * The contents of a plot.
 *
 * @param title the title above it
 * @param span number and time range of all events
 * @param stages names of events, from the bottom up
 * @param points the events that are kept individually
 * @param ids ids of the lifelines, by number
 * @param groups colour groups of the lifelines
 * @param bins number of events of each stage over time, including events not kept
 * @param series values over time, one panel each
 * @param oneIn approximate number of lifelines per kept one
 */
record PlotData(
    String title,
    Span span,
    List<Stage> stages,
    PlotPoints points,
    List<String> ids,
    PlotGroups groups,
    TimeBins bins,
    List<PlotSeries> series,
    long oneIn) {

  /**
   * The number of events, and the times of the earliest and the latest.
   *
   * @param first nanoseconds since 1970-01-01T00:00:00Z
   * @param last nanoseconds since 1970-01-01T00:00:00Z
   */
  record Span(long events, long first, long last) {}

  /**
   * A stage: all events of one name.
   *
   * @param number its number in points and bins
   */
  record Stage(String name, int number, long count) {}

  long events() {
    return span.events;
  }

  /** Returns the row of each stage, by its number. */
  int[] rows() {
    int[] rows = new int[stages.size()];
    for (int row = 0; row < rows.length; row++) {
      rows[stages.get(row).number] = row;
    }
    return rows;
  }

  /** Returns the text below the title. */
  String summary() {
    if (span.events == 0) {
      return "no events";
    }
    String lifelines = counted(ids.size() * oneIn, "lifeline");
    return counted(span.events, "event")
        + ", "
        + (oneIn == 1 ? "" : "about ")
        + lifelines
        + ", "
        + Times.instant(span.first)
        + " to "
        + Times.instant(span.last);
  }

  private static String counted(long number, String noun) {
    return String.format(Locale.ROOT, "%,d %s%s", number, noun, number == 1 ? "" : "s");
  }

  /** Returns a note about left-out lifelines, or an empty text. */
  String omission() {
    return oneIn == 1
        ? ""
        : String.format(Locale.ROOT, "Lines and points: 1 of %,d. Shading: all events.", oneIn);
  }

  @Override
  public String toString() {
    return title + ", " + summary();
  }
}
