package io.flowgauge.probabilistic.network;

import io.flowgauge.prediction.Law;
import io.flowgauge.prediction.Mode;
import io.flowgauge.probabilistic.sampling.AccuracyGoal;
import io.flowgauge.probabilistic.slots.Speeds;
import java.util.Optional;

/**
 * The options of a prediction. Immutable and thread-safe.
 *
 * @param speeds of the processors; empty if slots are unbounded
 */
record Options(
    ActivityLaws laws,
    Mode mode,
    long dataSegments,
    Speeds speeds,
    Optional<Law> siteLoad,
    AccuracyGoal accuracy) {

  static Options of(int activities) {
    return new Options(
        new ActivityLaws(activities),
        Mode.DSP,
        1,
        Speeds.UNBOUNDED,
        Optional.empty(),
        AccuracyGoal.USUAL);
  }

  boolean isBounded() {
    return speeds.count() > 0;
  }

  Options withoutSlots() {
    return new Options(laws, mode, dataSegments, Speeds.UNBOUNDED, Optional.empty(), accuracy);
  }
}
