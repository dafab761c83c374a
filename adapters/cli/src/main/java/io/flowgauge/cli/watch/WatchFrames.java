package io.flowgauge.cli.watch;

import io.flowgauge.cli.Session;
import io.flowgauge.cli.terminal.Screen;
import io.flowgauge.live.LiveForecast;
import io.flowgauge.live.LiveRun;
import io.flowgauge.live.LiveView;
import io.flowgauge.watch.WatchText;
import java.io.IOException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/**
 * Shows runs as text: on a terminal as a page in the same place, else as a line for each change and
 * the page at the end.
 */
final class WatchFrames implements WatchView {
  private final Session session;
  private final Screen screen;
  private final Map<LiveRun, String> lines = new HashMap<>();

  private WatchFrames(Session session) {
    this.session = session;
    screen = new Screen(session.text(), session.isScreen());
  }

  static WatchFrames of(Session session) {
    return new WatchFrames(session);
  }

  @Override
  public void show(List<LiveRun> runs) throws IOException {
    if (session.isScreen()) {
      screen.show(page(runs));
      return;
    }
    for (LiveRun run : runs) {
      String line = line(run);
      if (!Objects.equals(lines.put(run, line), line)) {
        session.text().write(line + "\n");
      }
    }
    session.text().flush();
  }

  @Override
  public void once(List<LiveRun> runs) throws IOException {
    session.text().write(page(runs));
    session.text().flush();
  }

  @Override
  public void end(List<LiveRun> runs) throws IOException {
    if (!session.isScreen()) {
      session.text().write("\n");
      once(runs);
    }
  }

  private static String line(LiveRun run) throws IOException {
    Optional<LiveView> view = run.view();
    Optional<LiveForecast> forecast = run.forecast();
    return view.isEmpty() || forecast.isEmpty()
        ? WatchText.waiting(run)
        : WatchText.line(run, view.get(), forecast.get());
  }

  private static String page(List<LiveRun> runs) throws IOException {
    StringBuilder page = new StringBuilder();
    for (LiveRun run : runs) {
      page.append(page.isEmpty() ? "" : "\n");
      Optional<LiveView> view = run.view();
      Optional<LiveForecast> forecast = run.forecast();
      if (view.isEmpty() || forecast.isEmpty()) {
        page.append(WatchText.waiting(run)).append('\n');
      } else {
        WatchText.write(run, view.get(), forecast.get(), page);
      }
    }
    return page.toString();
  }
}
