package io.flowgauge.watch.page;

import io.flowgauge.live.LiveForecast;
import io.flowgauge.live.LiveMonitor;
import io.flowgauge.live.LiveRun;
import io.flowgauge.live.LiveView;
import java.io.IOException;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;

/**
 * Forecasts runs in its own thread, one after another, as a forecast may take seconds. Thread-safe.
 */
final class Analyst extends PageThread {
  private static final long ROUND_MILLIS = 250;

  /** A run of which nothing is heard still gets later. */
  private static final long AGAIN_NANOS = 5_000_000_000L;

  private static final long SOON_NANOS = 500_000_000L;

  private final LiveMonitor monitor;
  private final Map<LiveRun, Outlook> outlooks = new ConcurrentHashMap<>();
  private final Map<LiveRun, Long> due = new HashMap<>();
  private final Map<LiveRun, Long> seen = new HashMap<>();
  private volatile Consumer<LiveRun> listener = run -> {};

  Analyst(LiveMonitor monitor) {
    super("flowgauge-page-analyst");
    this.monitor = monitor;
  }

  /** Sets who is notified of a run with a new outlook. */
  void onOutlook(Consumer<LiveRun> newListener) {
    listener = newListener;
  }

  /** What is expected of a run; empty until it was looked at. */
  Optional<Outlook> outlook(LiveRun run) {
    return Optional.ofNullable(outlooks.get(run));
  }

  @Override
  long work() {
    var runs = monitor.runs();
    outlooks.keySet().retainAll(runs);
    due.keySet().retainAll(runs);
    seen.keySet().retainAll(runs);
    RuntimeException failure = null;
    for (LiveRun run : runs) {
      if (isOver()) {
        break;
      }
      try {
        if (isDue(run)) {
          look(run);
        }
      } catch (RuntimeException e) { // Whatever is wrong with a run spoils only itself.
        due.put(run, System.nanoTime() + AGAIN_NANOS);
        failure = e;
      }
    }
    if (failure != null) {
      throw failure;
    }
    return ROUND_MILLIS;
  }

  private boolean isDue(LiveRun run) {
    if (seen.getOrDefault(run, -1L) == run.changes() && run.isFinished()) {
      return false;
    }
    Long at = due.get(run);
    return at == null || System.nanoTime() - at >= 0;
  }

  private void look(LiveRun run) {
    boolean isNew = seen.getOrDefault(run, -1L) != run.changes();
    try {
      Optional<LiveView> view = run.view();
      Optional<LiveForecast> forecast = run.forecast();
      if (view.isPresent() && forecast.isPresent()) {
        outlooks.put(run, Outlook.of(view.get(), forecast.get()));
        boolean isSettled = !run.isFinished() || view.get().isFinished();
        seen.put(run, isSettled ? view.get().changes() : -1);
        listener.accept(run);
      }
    } catch (IOException e) {
      isNew = false; // The run says what its trouble is; it is tried again.
    }
    due.put(run, System.nanoTime() + (isNew ? SOON_NANOS : AGAIN_NANOS));
  }
}
