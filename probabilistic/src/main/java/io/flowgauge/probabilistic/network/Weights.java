package io.flowgauge.probabilistic.network;

import io.flowgauge.prediction.Law;
import java.util.Arrays;
import java.util.stream.IntStream;

/**
 * The weight of each sample in the reasons of a forecast. Weights add up to 1. Implementations are
 * immutable and thread-safe.
 */
interface Weights {
  /** Width of the window around a quantile, as a fraction of all samples, or of the time. */
  double WINDOW = 0.02;

  double[] of(double[] makespans);

  /** Returns the factor by which all times of a sample are multiplied. */
  default double load(double makespan) {
    return 1;
  }

  /** Weights each sample by the probability that it is the longest of several chosen at random. */
  static Weights ofMean(double count) {
    return makespans -> {
      int[] order = ascending(makespans);
      double size = order.length;
      double[] weights = new double[order.length];
      for (int k = 0; k < order.length; k++) {
        weights[order[k]] = Math.pow((k + 1) / size, count) - Math.pow(k / size, count);
      }
      return weights;
    };
  }

  /**
   * Gives equal weights to the samples with makespans near the quantile of the longest of several,
   * and 0 to the others.
   */
  static Weights ofQuantile(double count, double p) {
    double at = Math.exp(Math.log(p) / count);
    double half = Math.min(WINDOW, Math.min(at, 1 - at)) / 2;
    return makespans -> {
      int[] order = ascending(makespans);
      int from = Math.min((int) Math.floor((at - half) * order.length), order.length - 1);
      int to =
          (int) Math.min(order.length, Math.max(from + 1, Math.ceil((at + half) * order.length)));
      double[] weights = new double[order.length];
      for (int k = from; k < to; k++) {
        weights[order[k]] = 1.0 / (to - from);
      }
      return weights;
    };
  }

  /**
   * Weights each sample by the probability that it is the longest and takes the given seconds under
   * the load.
   */
  static Weights ofLoaded(double count, Law load, double seconds) {
    return new Weights() {
      @Override
      public double[] of(double[] makespans) {
        double[] weights = ofMean(count).of(makespans);
        for (int k = 0; k < weights.length; k++) {
          double to = load.cdf(load(makespans[k]) * (1 + WINDOW / 2));
          double from = load.cdf(load(makespans[k]) * (1 - WINDOW / 2));
          weights[k] *= makespans[k] > 0 ? to - from : 0;
        }
        double sum = Arrays.stream(weights).sum();
        Arrays.setAll(weights, k -> sum > 0 ? weights[k] / sum : 0);
        return weights;
      }

      @Override
      public double load(double makespan) {
        return seconds / makespan;
      }
    };
  }

  private static int[] ascending(double[] makespans) {
    return IntStream.range(0, makespans.length)
        .boxed()
        .sorted((a, b) -> Double.compare(makespans[a], makespans[b]))
        .mapToInt(k -> k)
        .toArray();
  }
}
