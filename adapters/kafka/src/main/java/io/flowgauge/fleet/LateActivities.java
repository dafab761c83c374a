package io.flowgauge.fleet;

import io.flowgauge.live.LiveRun;
import io.flowgauge.live.LiveView;
import io.flowgauge.live.RunningActivity;
import io.flowgauge.prediction.Forecast;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;

/**
 * The running activities that have taken longer than 99 of 100 like them, and the time until the
 * next becomes late if none ends. Immutable.
 *
 * @param sentences explanations by activity and attempt
 * @param seconds seconds until the next activity is late; infinite if none can be
 */
record LateActivities(Map<String, String> sentences, double seconds) {
  /** The quantile of the expected time beyond which an activity is late. */
  private static final double LATE = 0.99;

  /**
   * Finds the late activities of a run.
   *
   * @param lag how many seconds reading is behind the events
   */
  static LateActivities of(LiveRun run, LiveView view, double lag) throws IOException {
    Map<String, String> late = new LinkedHashMap<>();
    Map<String, Forecast> expected = run.expected();
    double next = Double.POSITIVE_INFINITY;
    for (RunningActivity each : view.running()) {
      Forecast usual = expected.get(each.id());
      if (usual == null) {
        continue;
      }
      double most = usual.quantile(LATE);
      double seconds = each.seconds() - lag;
      if (seconds > most) {
        late.put(name(each), sentence(seconds, most));
      } else {
        next = Math.min(next, Math.max(0, most - each.seconds()));
      }
    }
    return new LateActivities(late, next);
  }

  private static String name(RunningActivity activity) {
    return activity.id() + (activity.attempt() > 1 ? " (attempt " + activity.attempt() + ")" : "");
  }

  static String sentence(double seconds, double most) {
    return "it has been running for "
        + text(seconds)
        + " s, and 99 of 100 like it take "
        + text(most)
        + " s at most";
  }

  /** Writes three significant digits, or all digits of longer times: none has an exponent. */
  private static String text(double seconds) {
    return String.format(Locale.ROOT, seconds < 99.95 ? "%.3g" : "%.0f", seconds);
  }
}
