package io.flowgauge.probabilistic.chain;

import io.flowgauge.prediction.Law;
import io.flowgauge.probabilistic.order.Steps;
import java.util.Arrays;
import java.util.Comparator;
import java.util.stream.IntStream;

/** Times in ascending order and their probabilities. */
final class Points {
  /**
   * Times closer than this fraction of the largest one are merged: they differ by round-off only.
   */
  private static final double SAME = 1e-13;

  final double[] times;
  final double[] mass;

  Points(double[] times, double[] mass) {
    this.times = times;
    this.mass = mass;
  }

  /** Returns the jumps of a law that has all its probability in them. */
  static Points of(Law law) {
    double[] jumps = ((Steps) law).jumps();
    double[] mass = new double[jumps.length];
    for (int k = 0; k < mass.length; k++) {
      mass[k] =
          k == 0
              ? law.cdf(jumps[0])
              : law.cdf(jumps[k]) < 0.5
                  ? law.cdf(jumps[k]) - law.cdf(jumps[k - 1])
                  : law.survival(jumps[k - 1]) - law.survival(jumps[k]);
    }
    return new Points(jumps, mass);
  }

  int size() {
    return times.length;
  }

  Points plus(Points other) {
    int size = times.length * other.times.length;
    double[] sums = new double[size];
    double[] products = new double[size];
    for (int i = 0; i < times.length; i++) {
      for (int j = 0; j < other.times.length; j++) {
        sums[i * other.times.length + j] = times[i] + other.times[j];
        products[i * other.times.length + j] = mass[i] * other.mass[j];
      }
    }
    int[] order =
        IntStream.range(0, size)
            .boxed()
            .sorted(Comparator.comparingDouble(k -> sums[k]))
            .mapToInt(k -> k)
            .toArray();
    return merged(sums, products, order);
  }

  private static Points merged(double[] sums, double[] products, int[] order) {
    double[] times = new double[order.length];
    double[] mass = new double[order.length];
    double same =
        SAME * Math.max(Math.abs(sums[order[0]]), Math.abs(sums[order[order.length - 1]]));
    int last = -1;
    for (int k : order) {
      if (last < 0 || sums[k] - times[last] > same) {
        times[++last] = sums[k];
      }
      mass[last] += products[k];
    }
    return new Points(Arrays.copyOf(times, last + 1), Arrays.copyOf(mass, last + 1));
  }
}
