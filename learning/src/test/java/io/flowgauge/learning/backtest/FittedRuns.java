package io.flowgauge.learning.backtest;

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

/** Recorded runs, each predicted from the times measured in the run itself. */
final class FittedRuns {
  private final Path folder;

  /**
   * Reads runs.
   *
   * @param folder folder of the runs
   */
  FittedRuns(Path folder) {
    this.folder = folder;
  }

  /**
   * A line of a table.
   *
   * @param name what is predicted
   * @param reading how the run's waiting was interpreted: as latency, as slots, or a mode
   * @param expected mean, in seconds
   * @param sd standard deviation, in seconds
   * @param recorded the time it took, in seconds, if it was recorded
   * @param rank predicted probability to take no longer than recorded
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

    /** Returns the error of the expected time, in percent. */
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

  /** Predicts each run from its own times, in the reading that {@code predict} chooses. */
  List<Row> asTheyRan(List<String> names) throws IOException {
    List<Row> rows = new ArrayList<>();
    for (String name : names) {
      rows.add(asItRan(name));
    }
    return rows;
  }

  private Row asItRan(String name) throws IOException {
    WorkflowRun run = read(name);
    MeasuredTimes times = MeasuredTimes.of(run).asItRan();
    NetworkPrediction prediction = times.predict(run.workflow());
    return Row.of(name, reading(times), prediction.forecast(), recorded(run));
  }

  private static String reading(MeasuredTimes times) {
    int slots = times.areOnSlots() ? times.slots().orElse(0) : 0;
    return slots == 0 ? "latency" : slots == 1 ? "1 slot" : slots + " slots";
  }

  /**
   * Predicts the image registration as a chain of services with one latency law, as in [Glatard].
   */
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
