package io.flowgauge.probabilistic.chain;

import io.flowgauge.prediction.Law;
import java.util.Map;

/** Which moments of some laws are finite. */
record FiniteMoments(boolean mean, boolean sd) {
  static FiniteMoments of(Map<Law, Integer> laws) {
    return new FiniteMoments(
        laws.keySet().stream().allMatch(law -> law.mean() < Double.POSITIVE_INFINITY),
        laws.keySet().stream().allMatch(law -> law.sd() < Double.POSITIVE_INFINITY));
  }
}
