package io.flowgauge.learning.forecast;

import io.flowgauge.learning.service.Calibration;
import io.flowgauge.prediction.Range;
import io.flowgauge.probabilistic.sampling.SampleAnswer;
import io.flowgauge.probabilistic.sampling.Sampling;
import java.util.Arrays;
import java.util.List;

/**
 * Simulated remaining times, stretched about their median by the factors that earlier forecasts
 * would have needed. Immutable and thread-safe.
 */
record Calibrated(RestSimulation simulation, Calibration calibration) {

  /** Draws stretched remaining times by replicate, like {@link RestSimulation#draw}. */
  double[][] draw(int count, long seed, Held held) {
    return stretched(simulation.draw(count, seed, held));
  }

  /**
   * Stretches times.
   *
   * @param drawn times by replicate; changed in place
   */
  double[][] stretched(double[][] drawn) {
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

  /**
   * Returns the relative error that all stretched times share, because they are stretched about the
   * median of a sample: the smaller the factor, the larger the part of the median's error in each.
   *
   * @param plain times that are not stretched, by replicate
   */
  double sharedError(double[][] plain) {
    double part = 1 - Math.min(calibration.lower(), calibration.upper());
    if (part <= 0) {
      return 0;
    }
    SampleAnswer answer = new SampleAnswer(new Sampling(plain), 1, "");
    double median = answer.quantile(0.5);
    Range range = answer.quantileRange(0.5);
    return median > 0 ? part * (range.upper() - range.lower()) / 2 / median : 0;
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
