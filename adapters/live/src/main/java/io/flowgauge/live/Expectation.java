package io.flowgauge.live;

import io.flowgauge.Flowgauge;
import io.flowgauge.history.History;
import io.flowgauge.history.LearnedForecast;
import io.flowgauge.history.LearnedPrediction;
import io.flowgauge.history.NoForecastException;
import io.flowgauge.prediction.Forecast;
import io.flowgauge.run.WorkflowRun;
import io.flowgauge.workflow.Activity;
import io.flowgauge.workflow.CyclicWorkflowException;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Forecasts the rest of runs from earlier ones. Immutable and thread-safe. */
final class Expectation {
  /** How much of what has begun an earlier run must have for the rest to be expected as in it. */
  private static final double ALIKE = 0.9;

  /** More would take longer to look up than they are worth to a reader. */
  private static final int MOST_RUNNING = 1_000;

  private final History history;
  private final List<WorkflowRun> earlier;

  /**
   * Expects what earlier runs teach.
   *
   * @param earlier runs from which activities that are still to come are known, by their ids
   */
  Expectation(History history, List<WorkflowRun> earlier) {
    this.history = history;
    this.earlier =
        earlier.stream()
            .filter(WorkflowRun::isFinished)
            .sorted(
                Comparator.comparingLong((WorkflowRun run) -> run.startNanos().orElse(0))
                    .reversed())
            .toList();
  }

  /** How many activities are still to come that the engine of a run has not told of. */
  int toCome(WorkflowRun run) {
    return expected(run).map(ExpectedRun::toCome).orElse(0);
  }

  /** Forecasts the rest of a run. */
  LiveForecast forecast(LiveView view) {
    WorkflowRun run = view.run();
    Optional<ExpectedRun> expected = expected(run);
    int toCome = expected.map(ExpectedRun::toCome).orElse(0);
    WorkflowRun whole = toCome == 0 ? run : expected.orElseThrow();
    Map<String, Forecast> running = running(view);
    Optional<String> why = nothingToForecast(view, toCome);
    if (why.isPresent()) {
      return LiveForecast.none(why.get(), running, toCome);
    }
    try {
      LearnedForecast remaining =
          Flowgauge.predict(whole.workflow()).from(history).remaining(whole);
      return LiveForecast.of(remaining, basis(remaining, toCome), running, toCome);
    } catch (NoForecastException | IllegalArgumentException e) {
      return LiveForecast.none(String.valueOf(e.getMessage()), running, toCome);
    }
  }

  /** Why there is nothing to forecast although the run goes on. */
  private static Optional<String> nothingToForecast(LiveView view, int toCome) {
    boolean isOver = view.types().stream().allMatch(type -> type.over() == type.total());
    return isOver && toCome == 0 && !view.isFinished()
        ? Optional.of("all activities that are known are over, and whether more will come is not")
        : Optional.empty();
  }

  private static String basis(LearnedForecast remaining, int toCome) {
    String scope =
        toCome > 0
            ? " " + toCome + " activities to come, as in an earlier run."
            : " Of the activities that are known so far.";
    return remaining.basis() + scope;
  }

  /** The run with what is still to come by the latest earlier run that is like it. */
  private Optional<ExpectedRun> expected(WorkflowRun run) {
    return earlier.stream()
        .filter(each -> isLike(each, run))
        .flatMap(each -> together(run, each).stream())
        .findFirst();
  }

  /** Both together; nothing if they are of versions of a workflow that do not fit together. */
  private static Optional<ExpectedRun> together(WorkflowRun run, WorkflowRun like) {
    try {
      return Optional.of(ExpectedRun.of(run, like));
    } catch (CyclicWorkflowException e) {
      return Optional.empty();
    }
  }

  private static boolean isLike(WorkflowRun earlier, WorkflowRun run) {
    int count = run.workflow().activityCount();
    long common =
        run.workflow().activities().stream()
            .map(Activity::id)
            .filter(id -> earlier.workflow().indexOf(id) >= 0)
            .count();
    return count > 0 && common >= ALIKE * count;
  }

  /** How long what runs takes in all, by id. */
  Map<String, Forecast> running(LiveView view) {
    Map<String, Forecast> found = new HashMap<>();
    if (view.running().isEmpty()) {
      return Map.of();
    }
    History known = history.runs() > 0 ? history : History.of(view.run());
    LearnedPrediction prediction = Flowgauge.predict(view.run().workflow()).from(known);
    for (RunningActivity each : view.running()) {
      if (found.size() == MOST_RUNNING) {
        break;
      }
      expected(each, prediction).ifPresent(time -> found.put(each.id(), time));
    }
    return Map.copyOf(found);
  }

  /** How long an activity takes where it runs; nothing if its type is not known. */
  private static Optional<Forecast> expected(RunningActivity running, LearnedPrediction all) {
    try {
      LearnedPrediction there =
          running.processor().map(name -> all.machine(running.id(), name)).orElse(all);
      return Optional.of(there.activity(running.id()));
    } catch (NoForecastException e) {
      return Optional.empty();
    }
  }
}
