package io.flowgauge.cli.run;

import io.flowgauge.Flowgauge;
import io.flowgauge.cli.WrongUsageException;
import io.flowgauge.history.History;
import io.flowgauge.history.LearnedForecast;
import io.flowgauge.history.LearnedPrediction;
import io.flowgauge.history.NoForecastException;
import io.flowgauge.prediction.Forecast;
import io.flowgauge.report.prediction.JsonPrediction;
import io.flowgauge.report.prediction.PredictionReport;
import io.flowgauge.report.prediction.TextPrediction;
import io.flowgauge.run.WorkflowRun;
import io.flowgauge.workflow.Activity;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import picocli.CommandLine.Option;

/** Predicts the next run of a workflow, or the rest of a run, from earlier runs alone. */
final class LearnedQuery {
  @Option(
      names = "--machine",
      paramLabel = "NAME",
      description = "With --history: the machine or queue that all activities run on.")
  private String machine;

  @Option(
      names = "--input-factor",
      paramLabel = "F",
      description = "With --history: take all inputs to be this many times as large as in RUN.")
  private Double inputFactor;

  @Option(
      names = "--activities",
      description =
          "With --history: also predict the service time of each activity of a type that was seen"
              + " before.")
  private boolean isByActivity;

  @Option(
      names = "--why",
      description =
          "With --history: also say where the uncertainty comes from, and what one more run would be"
              + " worth.")
  private boolean saysWhy;

  /** Whether options are given that only a prediction from a history supports. */
  boolean isAsked() {
    return machine != null || inputFactor != null || isByActivity || saysWhy;
  }

  /** Writes the prediction of a run from earlier ones. */
  void write(
      WorkflowRun run, History earlier, PredictionQuery query, boolean isJson, Appendable out)
      throws IOException {
    if (run.workflow().activityCount() == 0) {
      throw new WrongUsageException("the workflow has no activity to predict");
    }
    LearnedPrediction prediction = prediction(run, earlier, query);
    String title = RunQuery.title(run);
    try {
      PredictionReport report = report(title, prediction, run, query);
      if (isJson) {
        JsonPrediction.write(report, out);
      } else {
        TextPrediction.write(report, out);
      }
    } catch (NoForecastException e) {
      if (isJson) {
        JsonPrediction.writeNone(title, prediction.basis(), out);
      } else {
        out.append(title + ": " + e.getMessage() + ".\n");
      }
    }
  }

  private LearnedPrediction prediction(WorkflowRun run, History earlier, PredictionQuery query) {
    LearnedPrediction prediction = Flowgauge.predict(run.workflow()).from(earlier);
    if (query.slots().isGiven()) {
      prediction =
          query.slots().count().isPresent()
              ? prediction.slots(query.slots().count().getAsInt())
              : prediction.unboundedSlots();
    }
    prediction = machine == null ? prediction : prediction.machine(machine);
    LearnedPrediction usual = prediction;
    return inputFactor == null
        ? usual
        : PredictCommand.accepted("--input-factor", () -> usual.inputFactor(inputFactor));
  }

  private PredictionReport report(
      String title, LearnedPrediction prediction, WorkflowRun run, PredictionQuery query) {
    boolean isOver = RunQuery.isOver(run);
    LearnedForecast forecast = isOver ? prediction.forecast() : prediction.remaining(run);
    PredictionReport.Builder report =
        PredictionReport.builder(title, forecast)
            .basis(List.of(forecast.basis().toString()))
            .workflow(run.workflow());
    if (saysWhy) {
      report.why();
    }
    if (isByActivity) {
      report.activities(activities(prediction, run));
    }
    query.deadline().ifPresent(report::deadlineSeconds);
    RunQuery.makespan(run).ifPresent(isOver ? report::recordedSeconds : report::elapsedSeconds);
    return report.build();
  }

  /**
   * Returns the forecasts of the activities, except those of types that only this run has shown:
   * these are over, or covered by the rest.
   */
  private static Map<String, Forecast> activities(LearnedPrediction prediction, WorkflowRun run) {
    Map<String, Forecast> all = new LinkedHashMap<>();
    for (Activity each : run.workflow().activities()) {
      try {
        all.put(each.id(), prediction.activity(each.id()));
      } catch (NoForecastException e) {
        // The other activities can still be forecast.
      }
    }
    return all;
  }
}
