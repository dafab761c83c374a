package io.flowgauge.probabilistic.chain;

import io.flowgauge.prediction.Law;
import java.util.Map;

/** Which moments of some laws are finite. */
record Existing(boolean mean, boolean sd) {
  static Existing of(Map<Law, Integer> laws) {
    return new Existing(
        laws.keySet().stream().allMatch(law -> law.mean() < Double.POSITIVE_INFINITY),
        laws.keySet().stream().allMatch(law -> law.sd() < Double.POSITIVE_INFINITY));
  }
}
