package io.flowgauge.cli.run;

import io.flowgauge.Flowgauge;
import io.flowgauge.prediction.ChainPrediction;
import io.flowgauge.prediction.Forecast;
import io.flowgauge.prediction.Law;
import io.flowgauge.prediction.MeasuredTimes;
import io.flowgauge.prediction.Mode;
import io.flowgauge.prediction.NetworkPrediction;
import io.flowgauge.run.WorkflowRun;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.OptionalDouble;
import java.util.OptionalInt;

/**
 * Predictions of recorded runs beside what was recorded: the tables of docs/prediction-errors.md.
 */
final class PredictionErrors {
  private final Path folder;

  /**
   * Reads runs.
   *
   * @param folder folder of the runs
   */
  PredictionErrors(Path folder) {
    this.folder = folder;
  }

  /**
   * A line of a table.
   *
   * @param name what is predicted
   * @param reading how
   * @param expected mean, in seconds
   * @param sd standard deviation, in seconds
   * @param recorded what it took, in seconds, if it was recorded
   * @param rank probability to take no longer than that
   */
  record Row(
      String name,
      String reading,
      double expected,
      double sd,
      OptionalDouble recorded,
      double rank) {

    static Row of(String name, String reading, Forecast forecast, OptionalDouble recorded) {
      return new Row(
          name,
          reading,
          forecast.mean(),
          forecast.sd(),
          recorded,
          forecast.probabilityWithin(recorded.orElse(0)));
    }

    /** Percent the expected time is off. */
    double error() {
      return 100 * (expected / recorded.orElse(Double.NaN) - 1);
    }

    @Override
    public String toString() {
      String head =
          String.format(Locale.ROOT, "| %s | %s | %,.1f ± %,.1f | ", name, reading, expected, sd);
      return recorded.isEmpty()
          ? head + "not recorded | | |"
          : head
              + String.format(
                  Locale.ROOT, "%,.1f | %+.1f %% | %.2f |", recorded.getAsDouble(), error(), rank);
    }
  }

  private WorkflowRun read(String run) throws IOException {
    return Flowgauge.read(folder.resolve(run));
  }

  private static double seconds(WorkflowRun run) {
    return run.makespan().orElseThrow().toNanos() * 1e-9;
  }

  private static OptionalDouble recorded(WorkflowRun run) {
    return OptionalDouble.of(seconds(run));
  }

  /** A run by what was learned from it, in the reading that {@code predict} chooses. */
  Row asItRan(String name) throws IOException {
    WorkflowRun run = read(name);
    return row(name, MeasuredTimes.of(run).asItRan(), run);
  }

  /** A run by what was learned from it, in the other reading. */
  Row otherwise(String name) throws IOException {
    WorkflowRun run = read(name);
    MeasuredTimes times = MeasuredTimes.of(run);
    return row(name, times.asItRan().equals(times) ? times.onSlots() : times, run);
  }

  private static Row row(String name, MeasuredTimes times, WorkflowRun run) {
    NetworkPrediction prediction = times.predict(run.workflow());
    return Row.of(name, reading(times, run), prediction.forecast(), recorded(run));
  }

  /** A run by what was learned from another one, on as many slots as it had itself. */
  Row otherRun(String learned, String predicted) throws IOException {
    MeasuredTimes times = MeasuredTimes.of(read(learned)).asItRan();
    WorkflowRun run = read(predicted);
    NetworkPrediction prediction = times.predict(run.workflow());
    if (times.areOnSlots()) {
      OptionalInt slots = MeasuredTimes.of(run).slots();
      prediction = slots.isPresent() ? prediction.slots(slots.getAsInt()) : prediction;
    }
    return Row.of(
        predicted + " from " + learned, reading(times, run), prediction.forecast(), recorded(run));
  }

  private static String reading(MeasuredTimes times, WorkflowRun on) {
    int slots = times.areOnSlots() ? MeasuredTimes.of(on).slots().orElse(0) : 0;
    return slots == 0 ? "latency" : slots == 1 ? "1 slot" : slots + " slots";
  }

  /**
   * What remained of a run at some time.
   *
   * @param share part of the run that had passed
   * @param isKnown whether the times of the whole run are known, as from an earlier one like it
   */
  Row remaining(String name, double share, boolean isKnown) throws IOException {
    WorkflowRun run = read(name);
    WorkflowRun cut = CutRun.of(run, share);
    MeasuredTimes times = MeasuredTimes.of(isKnown ? run : cut).asItRan();
    return Row.of(
        name + " at " + Math.round(100 * share) + " %",
        reading(times, isKnown ? run : cut),
        times.remaining(cut).forecast(),
        OptionalDouble.of((1 - share) * seconds(run)));
  }

  /** The image registration as services in a row with one law of latency, as [Glatard] has it. */
  List<Row> registration() throws IOException {
    WorkflowRun run = read("registration");
    MeasuredTimes times = MeasuredTimes.of(run);
    Law latency = times.latency().orElseThrow();
    ChainPrediction chain =
        Flowgauge.predict()
            .service(times.serviceSeconds("RIGID").orElseThrow(), latency)
            .service(times.serviceSeconds("REFINE").orElseThrow(), latency)
            .dataSegments(12);
    double last = times.serviceSeconds("EVALUATE").orElseThrow() + latency.mean();
    List<Row> rows = new ArrayList<>();
    for (Mode mode : List.of(Mode.DSP, Mode.DP)) {
      Forecast forecast = chain.mode(mode).forecast();
      OptionalDouble recorded = mode == Mode.DSP ? recorded(run) : OptionalDouble.empty();
      rows.add(
          new Row(
              "registration, 12 data segments",
              mode.name(),
              forecast.mean() + last,
              forecast.sd(),
              recorded,
              forecast.probabilityWithin(recorded.orElse(last) - last)));
    }
    return rows;
  }
}
