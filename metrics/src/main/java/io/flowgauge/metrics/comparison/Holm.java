package io.flowgauge.metrics.comparison;

import java.util.Comparator;
import java.util.stream.IntStream;

/** Holm's correction for several tests made together. Stateless. */
final class Holm {

  private Holm() {}

  /** Returns the corrected probabilities, in the order of the given ones. */
  static double[] corrected(double[] probabilities) {
    int[] order =
        IntStream.range(0, probabilities.length)
            .boxed()
            .sorted(Comparator.comparing(k -> probabilities[k]))
            .mapToInt(k -> k)
            .toArray();
    double[] corrected = new double[probabilities.length];
    double largest = 0;
    for (int rank = 0; rank < order.length; rank++) {
      double scaled = probabilities[order[rank]] * (order.length - rank);
      largest = Math.max(largest, Math.min(1, scaled));
      corrected[order[rank]] = largest;
    }
    return corrected;
  }
}
