package io.flowgauge.learning.forecast;

import io.flowgauge.learning.service.Calibration;
import java.util.Arrays;
import java.util.List;

/**
 * Simulated remaining times, stretched about their median by the factors that earlier forecasts
 * would have needed. Immutable and thread-safe.
 */
record Calibrated(RestSimulation simulation, Calibration calibration) {

  /** Draws remaining times by replicate, like {@link RestSimulation#draw}. */
  double[][] draw(int count, long seed, Held held) {
    double[][] drawn = simulation.draw(count, seed, held);
    if (calibration.equals(Calibration.NONE)) {
      return drawn;
    }
    double[] sorted = Arrays.stream(drawn).flatMapToDouble(Arrays::stream).sorted().toArray();
    double median = sorted[sorted.length / 2];
    for (double[] replicate : drawn) {
      for (int k = 0; k < replicate.length; k++) {
        replicate[k] = stretched(replicate[k], median);
      }
    }
    return drawn;
  }

  private double stretched(double time, double median) {
    double factor = time < median ? calibration.lower() : calibration.upper();
    return time > 0 && median > 0 ? median * Math.pow(time / median, factor) : time;
  }

  Calibrated afterOneMoreRun() {
    return new Calibrated(simulation.afterOneMoreRun(), calibration);
  }

  List<String> types() {
    return simulation.types();
  }
}
