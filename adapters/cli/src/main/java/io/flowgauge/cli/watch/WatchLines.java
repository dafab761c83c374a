package io.flowgauge.cli.watch;

import io.flowgauge.cli.Session;
import io.flowgauge.live.LiveForecast;
import io.flowgauge.live.LiveRun;
import io.flowgauge.live.LiveView;
import io.flowgauge.watch.WatchJson;
import io.flowgauge.watch.WatchText;
import java.io.IOException;
import java.util.List;
import java.util.Optional;

/** Shows each run as one JSON object per line, once per look. */
final class WatchLines implements WatchView {
  private final Session session;
  private final Troubles troubles;

  WatchLines(Session session) {
    this.session = session;
    troubles = new Troubles(session);
  }

  @Override
  public void show(List<LiveRun> runs) throws IOException {
    for (LiveRun run : runs) {
      Optional<LiveView> view = run.view();
      Optional<LiveForecast> forecast = run.forecast();
      if (view.isPresent() && forecast.isPresent()) {
        WatchJson.write(view.get(), forecast.get(), session.text());
      }
    }
    troubles.report(runs.stream().map(LiveRun::trouble));
    session.text().flush();
  }

  /**
   * Fails if nothing is known about a run, because code that expects an object must not mistake
   * empty output for one.
   */
  @Override
  public void once(List<LiveRun> runs) throws IOException {
    show(runs);
    for (LiveRun run : runs) {
      if (run.view().isEmpty()) {
        throw new IOException(WatchText.waiting(run));
      }
    }
  }

  @Override
  public void end(List<LiveRun> runs) {
    // The last lines contain everything.
  }
}
