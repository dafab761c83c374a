package io.flowgauge.probabilistic.network;

import io.flowgauge.prediction.Law;
import io.flowgauge.prediction.Mode;
import io.flowgauge.probabilistic.sampling.AccuracyGoal;
import io.flowgauge.probabilistic.slots.Pools;
import io.flowgauge.probabilistic.slots.Speeds;
import java.util.Optional;

/**
 * The options of a prediction. Immutable and thread-safe.
 *
 * @param speeds speeds of the processors; empty if slots are unbounded
 * @param placement pools of slots, which replace processors; empty if there are none
 */
record Options(
    ActivityLaws laws,
    Mode mode,
    long dataSegments,
    Speeds speeds,
    Placement placement,
    Optional<Law> siteLoad,
    AccuracyGoal accuracy) {

  static final Options USUAL =
      new Options(
          ActivityLaws.NOTHING,
          Mode.DSP,
          1,
          Speeds.UNBOUNDED,
          Placement.NONE,
          Optional.empty(),
          AccuracyGoal.USUAL);

  boolean isBounded() {
    return speeds.count() > 0;
  }

  /** Whether slots are limited, by processors or by pools. */
  boolean hasSlots() {
    return isBounded() || !placement.isEmpty();
  }

  /**
   * Returns the pools in which the given number of activities hold slots; a single one if none was
   * set.
   */
  Pools pools(int activities) {
    return placement.isEmpty() ? Pools.of(speeds, activities) : placement.of(activities);
  }

  boolean hasPools() {
    return !placement.isEmpty();
  }

  Options withoutSlots() {
    return new Options(
        laws, mode, dataSegments, Speeds.UNBOUNDED, Placement.NONE, Optional.empty(), accuracy);
  }

  Options with(ActivityLaws others) {
    return new Options(others, mode, dataSegments, speeds, placement, siteLoad, accuracy);
  }

  Options with(Mode other) {
    return new Options(laws, other, dataSegments, speeds, placement, siteLoad, accuracy);
  }

  Options withDataSegments(long count) {
    return new Options(laws, mode, count, speeds, placement, siteLoad, accuracy);
  }

  Options with(Speeds others) {
    return new Options(laws, mode, dataSegments, others, placement, siteLoad, accuracy);
  }

  Options with(Placement other) {
    return new Options(laws, mode, dataSegments, speeds, other, siteLoad, accuracy);
  }

  Options withSiteLoad(Law load) {
    return new Options(laws, mode, dataSegments, speeds, placement, Optional.of(load), accuracy);
  }

  Options with(AccuracyGoal other) {
    return new Options(laws, mode, dataSegments, speeds, placement, siteLoad, other);
  }
}
