package io.flowgauge.cli.run;

import io.flowgauge.Flowgauge;
import io.flowgauge.cli.Session;
import io.flowgauge.cli.WrongUsageException;
import io.flowgauge.prediction.Forecast;
import io.flowgauge.prediction.Law;
import io.flowgauge.prediction.MeasuredTimes;
import io.flowgauge.prediction.NetworkPrediction;
import io.flowgauge.report.prediction.PredictionReport;
import io.flowgauge.run.WorkflowRun;
import io.flowgauge.trace.Times;
import io.flowgauge.workflow.Activity;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.OptionalInt;

/** Predicts a workflow, from laws of duration or from times measured in a run of it. */
final class RunQuery {
  private final WorkflowRun run;
  private final PredictionQuery query;
  private final Map<String, Law> laws;
  private final MeasuredTimes times;
  private final OptionalInt slots;

  private RunQuery(
      WorkflowRun run, List<WorkflowRun> earlier, Map<String, Law> laws, PredictionQuery query) {
    this.run = run;
    this.query = query;
    this.laws = laws;
    times = withGivenTimes(withSlots(MeasuredTimes.of(run, earlier.toArray(WorkflowRun[]::new))));
    slots = query.slots().isGiven() || !times.areOnSlots() ? query.slots().count() : times.slots();
    check();
  }

  /**
   * Finds out from the run whether activities waited for slots, unless slots, latency or laws are
   * given.
   */
  private MeasuredTimes withSlots(MeasuredTimes measured) {
    if (query.slots().isGiven() || query.latency().isPresent() || !laws.isEmpty()) {
      return query.slots().count().isPresent() ? measured.onSlots() : measured;
    }
    return measured.asItRan();
  }

  private MeasuredTimes withGivenTimes(MeasuredTimes measured) {
    MeasuredTimes all = query.latency().map(measured::withLatency).orElse(measured);
    return query.serviceSeconds().map(all::withServiceTime).orElse(all).withDurations(laws);
  }

  static RunQuery read(Path file, EarlierRuns history, PredictionQuery query, Session session)
      throws IOException {
    WorkflowRun run = session.read(file);
    Map<String, Law> laws = Flowgauge.durationLaws(file);
    List<WorkflowRun> earlier = history.forLaws();
    try {
      return new RunQuery(run, earlier, laws, query);
    } catch (IllegalArgumentException e) {
      // The options have been checked, so it is about the file.
      throw new IOException(session.shown(file) + ": " + e.getMessage(), e);
    }
  }

  private void check() {
    if (query.isAsIs() && query.dataSegments() > 1) {
      throw new WrongUsageException("--data-segments needs --mode dp or dsp");
    }
    if (run.workflow().activityCount() == 0) {
      throw new WrongUsageException("the workflow has no activity to predict");
    }
    if (!isOver(run) && query.dataSegments() > 1) {
      throw new WrongUsageException(
          "--data-segments needs a finished run: the rest of an unfinished one is a single data"
              + " segment");
    }
    for (Activity activity : run.workflow().activities()) {
      if (!isKnown(activity)) {
        throw new WrongUsageException(
            "activity '"
                + activity.id()
                + "' has neither a law of duration nor measured times; give --latency or"
                + " --service-time");
      }
    }
  }

  /**
   * Whether the times of an activity are known; a type that was never measured takes the times of
   * all others.
   */
  private boolean isKnown(Activity activity) {
    return laws.containsKey(activity.id())
        || query.latency().isPresent()
        || query.serviceSeconds().isPresent()
        || !times.latencySeconds().isEmpty()
        || times.serviceSeconds(activity.type()).isPresent();
  }

  /** Whether a run is not in progress; one without events never is. */
  static boolean isOver(WorkflowRun run) {
    return run.isFinished() || run.endNanos().isEmpty();
  }

  PredictionReport report() {
    Forecast forecast = forecast(query.isDeterministic() ? times.withoutVariability() : times);
    PredictionReport.Builder report =
        PredictionReport.builder(title(run), forecast)
            .basis(new RunBasis(run.workflow(), query, laws, times, slots).sentences())
            .workflow(run.workflow())
            .deterministicSeconds(forecast(times.withoutVariability()).mean());
    query.latency().or(times::latency).ifPresent(report::latency);
    query.deadline().ifPresent(report::deadlineSeconds);
    if (!isOver(run)) {
      makespan(run).ifPresent(report::elapsedSeconds);
    } else if (isRecorded()) {
      makespan(run).ifPresent(report::recordedSeconds);
    }
    return report.build();
  }

  /**
   * Whether the recorded makespan can be compared with the prediction; it says nothing about more
   * data segments than were recorded.
   */
  private boolean isRecorded() {
    return query.dataSegments() == 1;
  }

  /** Returns the makespan of a run in seconds, if it has one. */
  static OptionalDouble makespan(WorkflowRun run) {
    return run.makespan()
        .map(time -> OptionalDouble.of(Times.seconds(Times.saturatedNanos(time))))
        .orElse(OptionalDouble.empty());
  }

  private Forecast forecast(MeasuredTimes from) {
    NetworkPrediction prediction = isOver(run) ? from.predict(run.workflow()) : from.remaining(run);
    return query.forecast(slots.isPresent() ? prediction.slots(slots.getAsInt()) : prediction);
  }

  /** Returns the name of a run for the title of its prediction. */
  static String title(WorkflowRun run) {
    String name = run.name().isEmpty() ? run.workflow().name() : run.name();
    return name.isEmpty() ? "unnamed workflow" : name;
  }
}
