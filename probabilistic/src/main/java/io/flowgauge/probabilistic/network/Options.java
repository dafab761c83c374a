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

  static final Options USUAL =
      new Options(
          ActivityLaws.NOTHING,
          Mode.DSP,
          1,
          Speeds.UNBOUNDED,
          Optional.empty(),
          AccuracyGoal.USUAL);

  boolean isBounded() {
    return speeds.count() > 0;
  }

  Options withoutSlots() {
    return new Options(laws, mode, dataSegments, Speeds.UNBOUNDED, Optional.empty(), accuracy);
  }

  Options with(ActivityLaws others) {
    return new Options(others, mode, dataSegments, speeds, siteLoad, accuracy);
  }

  Options with(Mode other) {
    return new Options(laws, other, dataSegments, speeds, siteLoad, accuracy);
  }

  Options withDataSegments(long count) {
    return new Options(laws, mode, count, speeds, siteLoad, accuracy);
  }

  Options with(Speeds others) {
    return new Options(laws, mode, dataSegments, others, siteLoad, accuracy);
  }

  Options withSiteLoad(Law load) {
    return new Options(laws, mode, dataSegments, speeds, Optional.of(load), accuracy);
  }

  Options with(AccuracyGoal other) {
    return new Options(laws, mode, dataSegments, speeds, siteLoad, other);
  }
}
