package io.flowgauge.control;

import io.flowgauge.live.LiveRun;
import io.flowgauge.live.LiveView;
import io.flowgauge.live.RunningActivity;
import io.flowgauge.live.Stage;
import io.flowgauge.prediction.Forecast;
import io.flowgauge.workflow.Workflow;
import java.io.IOException;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * The running activities and how long such activities usually take, as of one look at a run. Until
 * the next look only clocks are compared, because a look takes milliseconds. Immutable.
 */
final class Outlook {
  private static final double USUAL = 0.95;
  private static final double NANOS = 1e9;

  private final LiveView view;
  private final long at = System.nanoTime();
  private final Map<String, RunningActivity> running = new HashMap<>();
  private final Map<String, Double> usual = new HashMap<>();
  private final Map<String, Double> usualOfType;
  private final CriticalRest critical;

  private Outlook(LiveView view, Map<String, Forecast> expected, Map<String, Double> ofType) {
    this.view = view;
    usualOfType = new HashMap<>(ofType);
    Map<String, Double> rest = new HashMap<>();
    for (RunningActivity each : view.running()) {
      running.put(each.id(), each);
      Forecast time = expected.get(each.id());
      if (time != null) {
        double most = time.quantile(USUAL);
        usual.put(each.id(), most);
        usualOfType.put(each.type(), most);
        // Of a late activity, only the time so far is known; the usual guess is that it takes as
        // long again.
        boolean isLate = each.seconds() > most;
        rest.put(each.id(), isLate ? each.seconds() : Math.max(time.mean() - each.seconds(), 0));
      }
    }
    critical = CriticalRest.of(view, rest);
  }

  /** Looks at a run; empty if none of its activities is known yet. */
  static Optional<Outlook> of(LiveRun run, Optional<Outlook> before) throws IOException {
    Map<String, Forecast> expected = run.expected();
    Map<String, Double> known = before.map(last -> last.usualOfType).orElse(Map.of());
    return run.view().map(view -> new Outlook(view, expected, known));
  }

  /** Returns how many activities were running, at least 1. */
  int running() {
    return Math.max(1, running.size());
  }

  /** Whether an activity was running. */
  boolean isRunning(String id) {
    return running.containsKey(id);
  }

  /** Returns the type of an activity that may be running; empty if it is over, or not known. */
  Optional<String> type(String id) {
    Workflow workflow = view.run().workflow();
    int index = workflow.indexOf(id);
    return index < 0 || isOver(view.stages().get(index))
        ? Optional.empty()
        : Optional.of(workflow.activity(index).type());
  }

  private static boolean isOver(Stage stage) {
    return stage == Stage.COMPLETED || stage == Stage.SKIPPED;
  }

  /**
   * Returns an activity as a candidate for examination.
   *
   * @param seconds how long its process has been known
   * @param examined how many of its type were examined
   */
  Candidate candidate(String id, String type, double seconds, int examined) {
    double since = (System.nanoTime() - at) / NANOS;
    RunningActivity known = running.get(id);
    Double most = usual.getOrDefault(id, usualOfType.get(type));
    return new Candidate(
        id,
        type,
        known == null ? seconds : Math.max(seconds, known.seconds() + since),
        most == null ? OptionalDouble.empty() : OptionalDouble.of(most),
        critical.isCritical(id),
        examined,
        view.report());
  }
}
