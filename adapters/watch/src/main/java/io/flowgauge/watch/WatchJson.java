package io.flowgauge.watch;

import io.flowgauge.live.LiveForecast;
import io.flowgauge.live.LiveView;
import io.flowgauge.report.json.JsonReport;
import java.io.IOException;

/** A watched run as one JSON object a line. Stateless and thread-safe. */
public final class WatchJson {
  private WatchJson() {}

  /**
   * Writes the line of one moment: the object of a report, {@code finished}, and {@code remaining}
   * or {@code why} there is no forecast.
   *
   * @param view the run at that moment
   * @param forecast what is expected of its rest
   * @param out takes the line
   * @throws IOException if it cannot be written
   */
  public static void write(LiveView view, LiveForecast forecast, Appendable out)
      throws IOException {
    JsonReport.renderLine(
        view.report(), view.isFinished(), forecast.remaining(), forecast.why(), out);
  }
}
