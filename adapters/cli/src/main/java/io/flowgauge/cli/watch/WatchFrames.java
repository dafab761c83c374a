package io.flowgauge.cli.watch;

import io.flowgauge.cli.Session;
import io.flowgauge.cli.terminal.Screen;
import io.flowgauge.live.LiveForecast;
import io.flowgauge.live.LiveRun;
import io.flowgauge.live.LiveView;
import io.flowgauge.watch.WatchText;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Shows runs as text. On a terminal, this is a page that is refreshed in place; otherwise it is a
 * line for each change and for each minute without a change, and a page at the end.
 */
final class WatchFrames implements WatchView {
  private static final long SILENCE_NANOS = 60_000_000_000L;

  private final Session session;
  private final Screen screen;
  private final Map<LiveRun, Line> lines = new HashMap<>();
  private final Troubles troubles;

  /** The state of a run when it was shown last. */
  private record Line(String state, long nanos) {}

  private WatchFrames(Session session) {
    this.session = session;
    screen = new Screen(session.text(), session.isScreen());
    troubles = new Troubles(session);
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
    List<String> wrong = new ArrayList<>();
    for (LiveRun run : runs) {
      showLine(run);
      if (run.view().isPresent()) { // Otherwise the line states it.
        wrong.add(run.trouble());
      }
    }
    troubles.report(wrong.stream());
    session.text().flush();
  }

  private void showLine(LiveRun run) throws IOException {
    Optional<LiveView> view = run.view();
    Optional<LiveForecast> forecast = run.forecast();
    boolean isBegun = view.isPresent() && forecast.isPresent();
    String line =
        isBegun ? WatchText.line(run, view.get(), forecast.get()) : WatchText.waiting(run);
    String state = isBegun ? view.get().changes() + " " + view.get().isFinished() : line;
    Line last = lines.get(run);
    long now = System.nanoTime();
    if (last == null || !last.state().equals(state) || now - last.nanos() >= SILENCE_NANOS) {
      lines.put(run, new Line(state, now));
      session.text().write(line + "\n");
    }
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
