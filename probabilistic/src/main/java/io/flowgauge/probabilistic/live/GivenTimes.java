package io.flowgauge.probabilistic.live;

import io.flowgauge.prediction.Law;
import io.flowgauge.probabilistic.answer.Arguments;
import io.flowgauge.probabilistic.law.Laws;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * Times that the caller gave to replace measured ones. Immutable and thread-safe.
 *
 * @param latency latency of all activities
 * @param serviceSeconds service time of all activities
 * @param durations laws of the whole time of single activities, by id
 * @param isFixed whether laws are replaced by their means
 */
record GivenTimes(
    Optional<Law> latency,
    OptionalDouble serviceSeconds,
    Map<String, Law> durations,
    boolean isFixed) {
  static final GivenTimes NONE =
      new GivenTimes(Optional.empty(), OptionalDouble.empty(), Map.of(), false);

  GivenTimes {
    durations = Map.copyOf(durations);
  }

  GivenTimes withLatency(Law law) {
    Law known = Laws.latency("law", law);
    return new GivenTimes(Optional.of(known), serviceSeconds, durations, isFixed);
  }

  GivenTimes withServiceTime(double seconds) {
    double checked = Arguments.requireTime("service time", seconds);
    return new GivenTimes(latency, OptionalDouble.of(checked), durations, isFixed);
  }

  /** Whether times were given that apply to activities that were never measured, too. */
  boolean isGeneral() {
    return latency.isPresent() || serviceSeconds.isPresent();
  }

  GivenTimes withDurations(Map<String, Law> laws) {
    Map<String, Law> known = new HashMap<>(laws);
    known.replaceAll((id, law) -> Laws.latency("duration of " + id, law));
    return new GivenTimes(latency, serviceSeconds, known, isFixed);
  }

  GivenTimes withoutVariability() {
    return new GivenTimes(latency, serviceSeconds, durations, true);
  }

  /** Returns a law, or its mean if times are fixed and the mean is finite. */
  Law varied(Law law) {
    return isFixed && law.mean() < Double.POSITIVE_INFINITY ? Law.constant(law.mean()) : law;
  }
}
