package io.flowgauge.watch.page;

import io.flowgauge.live.LiveForecast;
import io.flowgauge.live.LiveView;
import io.flowgauge.live.TypeProgress;

/**
 * What is known of a run after a look at it. Immutable and thread-safe.
 *
 * @param over activities that will not change any more
 * @param total activities that are known
 * @param failed those whose last attempt did not complete
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
