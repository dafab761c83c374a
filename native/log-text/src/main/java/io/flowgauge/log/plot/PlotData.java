package io.flowgauge.log.plot;

import io.flowgauge.trace.Times;
import java.util.List;
import java.util.Locale;

/**
 * All that is drawn.
 *
 * @param title stands above it
 * @param span how many events, and when
 * @param stages names of events, from the bottom up
 * @param points events that are kept one by one
 * @param ids those of the lifelines, by number
 * @param bins how many events of each stage were when, of all events
 * @param oneIn how many lifelines there were for each that is kept, about
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
   * How many events there are, and the times of the earliest and the latest.
   *
   * @param first nanoseconds since 1970
   * @param last nanoseconds since 1970
   */
  record Span(long events, long first, long last) {}

  /**
   * A name of events.
   *
   * @param number its number in points and bins
   */
  record Stage(String name, int number, long count) {}

  long events() {
    return span.events;
  }

  /** Row of each stage, by its number. */
  int[] rows() {
    int[] rows = new int[stages.size()];
    for (int row = 0; row < rows.length; row++) {
      rows[stages.get(row).number] = row;
    }
    return rows;
  }

  /** Text below the title. */
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

  /** A note of what is left out, or empty. */
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
