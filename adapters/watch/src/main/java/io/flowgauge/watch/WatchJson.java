package io.flowgauge.watch;

import io.flowgauge.live.LiveForecast;
import io.flowgauge.live.LiveView;
import io.flowgauge.report.json.JsonReport;
import java.io.IOException;

/** A watched run as JSON, one object per line. Stateless and thread-safe. */
public final class WatchJson {
  private WatchJson() {}

  /**
   * Writes the line for one moment: the fields of a report, {@code finished}, and {@code remaining}
   * or, if there is no forecast, {@code why}.
   *
   * @param view the run at that moment
   * @param forecast the forecast of its rest
   * @param out receives the line
   * @throws IOException if it cannot be written
   */
  public static void write(LiveView view, LiveForecast forecast, Appendable out)
      throws IOException {
    JsonReport.renderLine(
        view.report(), view.isFinished(), forecast.remaining(), forecast.why(), out);
  }
}
