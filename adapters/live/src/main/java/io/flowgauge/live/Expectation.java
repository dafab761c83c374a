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
import java.io.UncheckedIOException;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

/** Forecasts the rest of runs from earlier ones. Immutable and thread-safe. */
final class Expectation {
  /**
   * Minimum fraction of the known activities that an earlier run must share for its remaining
   * activities to be expected.
   */
  private static final double ALIKE = 0.9;

  /** Maximum number of running activities that are forecast; more would take too long. */
  private static final int MOST_RUNNING = 1_000;

  private static final double NOTABLE = 1.1;

  private final History history;
  private final List<WorkflowRun> earlier;
  private final Function<WorkflowRun, Map<String, Double>> slowdowns;

  /**
   * Creates an expectation from earlier runs.
   *
   * @param earlier runs that show, by id, which activities are still to come
   * @param slowdowns returns, for a run so far, how much slower machines are than in the history
   */
  Expectation(
      History history,
      List<WorkflowRun> earlier,
      Function<WorkflowRun, Map<String, Double>> slowdowns) {
    this.history = history;
    this.slowdowns = slowdowns;
    this.earlier =
        earlier.stream()
            .filter(WorkflowRun::isFinished)
            .sorted(
                Comparator.comparingLong((WorkflowRun run) -> run.startNanos().orElse(0))
                    .reversed())
            .toList();
  }

  /** Returns the number of activities still to come that the engine of a run has not announced. */
  int unannouncedCount(WorkflowRun run) {
    return expected(run).map(ExpectedRun::unannouncedCount).orElse(0);
  }

  /** Forecasts the rest of a run. */
  LiveForecast forecast(LiveView view) {
    WorkflowRun run = view.run();
    Optional<ExpectedRun> expected = expected(run);
    int toCome = expected.map(ExpectedRun::unannouncedCount).orElse(0);
    WorkflowRun whole = toCome == 0 ? run : expected.orElseThrow();
    Map<String, Double> slower;
    try {
      slower = checkedSlowdowns(run);
    } catch (RuntimeException e) {
      return LiveForecast.none(
          "the slowdowns of machines are not known: " + reason(e),
          forecastRunning(view, Map.of()),
          toCome);
    }
    Map<String, Forecast> running = forecastRunning(view, slower);
    Optional<String> why = nothingToForecast(view, toCome);
    if (why.isPresent()) {
      return LiveForecast.none(why.get(), running, toCome);
    }
    try {
      LearnedForecast remaining =
          slowed(Flowgauge.predict(whole.workflow()).from(history), slower).remaining(whole);
      String basis = basis(remaining, toCome) + sentence(slower);
      return LiveForecast.of(remaining, basis, running, toCome);
    } catch (NoForecastException | IllegalArgumentException e) {
      return LiveForecast.none(String.valueOf(e.getMessage()), running, toCome);
    }
  }

  /** Returns the reason why there is nothing to forecast although the run is in progress. */
  private static Optional<String> nothingToForecast(LiveView view, int toCome) {
    boolean isOver = view.types().stream().allMatch(type -> type.over() == type.total());
    return isOver && toCome == 0 && !view.isFinished()
        ? Optional.of("all known activities are over, and it is not known whether more will come")
        : Optional.empty();
  }

  private static String basis(LearnedForecast remaining, int toCome) {
    String scope =
        toCome > 0
            ? " " + toCome + " activities to come, as in an earlier run."
            : " For the activities known so far.";
    return remaining.basis() + scope;
  }

  /**
   * Names the machine whose speed differs most from that so far, if any differs by more than a
   * tenth.
   */
  private static String sentence(Map<String, Double> slower) {
    return slower.entrySet().stream()
        .filter(machine -> Math.abs(Math.log(machine.getValue())) > Math.log(NOTABLE))
        .max(Comparator.comparingDouble(machine -> Math.abs(Math.log(machine.getValue()))))
        .map(
            machine ->
                String.format(
                    Locale.ROOT,
                    " Given its load, %s is expected to take %.1f times as long as so far.",
                    machine.getKey(),
                    machine.getValue()))
        .orElse("");
  }

  /**
   * Returns the run together with the activities still to come, according to the latest earlier run
   * that is like it.
   */
  private Optional<ExpectedRun> expected(WorkflowRun run) {
    return earlier.stream()
        .filter(each -> isLike(each, run))
        .flatMap(each -> combine(run, each).stream())
        .findFirst();
  }

  /** Combines both runs; empty if they are of versions of a workflow that do not fit together. */
  private static Optional<ExpectedRun> combine(WorkflowRun run, WorkflowRun like) {
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

  /** Returns the total times of the running activities, by id. */
  Map<String, Forecast> forecastRunning(LiveView view) {
    return forecastRunning(view, slowdowns(view.run()));
  }

  private Map<String, Forecast> forecastRunning(LiveView view, Map<String, Double> slower) {
    Map<String, Forecast> found = new HashMap<>();
    if (view.running().isEmpty()) {
      return Map.of();
    }
    History known = history.runs() > 0 ? history : History.of(view.run());
    LearnedPrediction prediction =
        slowed(Flowgauge.predict(view.run().workflow()).from(known), slower);
    for (RunningActivity each : view.running()) {
      if (found.size() == MOST_RUNNING) {
        break;
      }
      expected(each, prediction).ifPresent(time -> found.put(each.id(), time));
    }
    return Map.copyOf(found);
  }

  /** Returns no slowdowns if computing them fails; the forecast of the rest reports the failure. */
  private Map<String, Double> slowdowns(WorkflowRun run) {
    try {
      return checkedSlowdowns(run);
    } catch (RuntimeException e) {
      return Map.of();
    }
  }

  /** Returns what the host's function found wrong, without the names of classes if possible. */
  private static String reason(RuntimeException failure) {
    Exception cause = failure instanceof UncheckedIOException io ? io.getCause() : failure;
    String message = cause.getMessage();
    return message == null || message.isBlank()
        ? "the function that returns them failed with " + cause.getClass().getSimpleName()
        : message;
  }

  private Map<String, Double> checkedSlowdowns(WorkflowRun run) {
    Map<String, Double> slower = slowdowns.apply(run);
    if (slower == null) {
      throw new IllegalArgumentException(
          "the function that returns them returned null, but must return factors by machine");
    }
    slower.forEach(
        (machine, factor) -> {
          if (machine == null) {
            throw new IllegalArgumentException("a machine is null, but must be a name");
          }
          if (factor == null || !(factor > 0) || factor.isInfinite()) {
            throw new IllegalArgumentException(
                "that of " + machine + " must be above 0 and finite, but is " + factor);
          }
        });
    return Map.copyOf(slower);
  }

  private static LearnedPrediction slowed(
      LearnedPrediction prediction, Map<String, Double> slower) {
    LearnedPrediction slowed = prediction;
    for (Map.Entry<String, Double> machine : slower.entrySet()) {
      slowed = slowed.slowdown(machine.getKey(), machine.getValue());
    }
    return slowed;
  }

  /** Returns how long an activity takes on its machine; empty if its type is not known. */
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
