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
 * Forecasts runs one after another in its own thread, because a forecast may take seconds.
 * Thread-safe.
 */
final class Analyst extends PageThread {
  private static final long ROUND_MILLIS = 250;

  /**
   * Interval between forecasts of an unchanged run, whose activities become later even in silence.
   */
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

  /** Sets the listener for runs with a new outlook. */
  void onOutlook(Consumer<LiveRun> newListener) {
    listener = newListener;
  }

  /** Returns the outlook of a run; empty until it was first analysed. */
  Optional<Outlook> outlook(LiveRun run) {
    return Optional.ofNullable(outlooks.get(run));
  }

  @Override
  long work() {
    var runs = monitor.runs();
    outlooks.keySet().retainAll(runs);
    due.keySet().retainAll(runs);
    seen.keySet().retainAll(runs);
    for (LiveRun run : runs) {
      if (isOver()) {
        break;
      }
      try {
        if (isDue(run)) {
          updateOutlook(run);
        }
      } catch (RuntimeException | Error e) { // A problem with a run must affect only this run.
        due.put(run, System.nanoTime() + AGAIN_NANOS);
        report(e);
      }
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

  private void updateOutlook(LiveRun run) {
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
      isNew = false; // The run reports the reason as its trouble; it is tried again later.
    }
    due.put(run, System.nanoTime() + (isNew ? SOON_NANOS : AGAIN_NANOS));
  }
}
