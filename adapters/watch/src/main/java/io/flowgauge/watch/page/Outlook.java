package io.flowgauge.watch.page;

import io.flowgauge.live.LiveForecast;
import io.flowgauge.live.LiveView;
import io.flowgauge.live.TypeProgress;

/**
 * The latest analysis of a run. Immutable and thread-safe.
 *
 * @param over number of activities whose stage is final
 * @param total number of known activities
 * @param failed number of activities whose last attempt did not complete
 */
record Outlook(int over, int total, int failed, LiveForecast forecast) {
  static Outlook of(LiveView view, LiveForecast forecast) {
    return new Outlook(
        view.types().stream().mapToInt(TypeProgress::over).sum(),
        view.types().stream().mapToInt(TypeProgress::total).sum(),
        view.types().stream().mapToInt(TypeProgress::failed).sum(),
        forecast);
  }
}
