package io.flowgauge.cli.run;

import io.flowgauge.cli.WrongUsageException;
import io.flowgauge.prediction.Law;
import io.flowgauge.prediction.Mode;
import io.flowgauge.prediction.NetworkForecast;
import io.flowgauge.prediction.NetworkPrediction;
import io.flowgauge.report.layout.Human;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;

/**
 * The prediction requested on the command line; latency and service time are empty if they come
 * from a run.
 */
record PredictionQuery(
    PredictCommand.PredictionMode mode,
    long dataSegments,
    Optional<Law> latency,
    ServiceQuery services,
    Optional<Double> serviceSeconds,
    SlotQuery slots,
    Optional<Double> deadlineSeconds,
    double relativeError) {

  OptionalDouble deadline() {
    return deadlineSeconds.map(OptionalDouble::of).orElse(OptionalDouble.empty());
  }

  boolean isAsIs() {
    return mode == PredictCommand.PredictionMode.ASIS;
  }

  /** Whether every time is set to its mean. */
  boolean isDeterministic() {
    return mode == PredictCommand.PredictionMode.DETERMINISTIC;
  }

  Mode chainMode() {
    return mode == PredictCommand.PredictionMode.DP ? Mode.DP : Mode.DSP;
  }

  /**
   * Makes a forecast with the requested processing of data segments and the requested precision.
   */
  NetworkForecast forecast(NetworkPrediction prediction) {
    try {
      return prediction
          .mode(chainMode())
          .dataSegments(dataSegments)
          .relativeError(relativeError)
          .forecast();
    } catch (IllegalStateException e) {
      throw new WrongUsageException(e.getMessage());
    }
  }

  /** Describes how the data segments are processed. */
  String words(OptionalInt onSlots) {
    String segments =
        dataSegments == 1 ? "One data segment" : Human.count(dataSegments) + " data segments";
    String worked =
        dataSegments == 1
            ? ""
            : chainMode() == Mode.DP ? ", data parallel" : ", data and service parallel";
    String times = isDeterministic() ? " Every time is its mean." : "";
    return segments + worked + words(onSlots, ", on ") + "." + times;
  }

  private static String words(OptionalInt slots, String before) {
    return slots.isEmpty()
        ? ""
        : before + (slots.getAsInt() == 1 ? "one slot" : slots.getAsInt() + " slots");
  }
}
