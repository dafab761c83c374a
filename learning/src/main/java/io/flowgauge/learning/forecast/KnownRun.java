package io.flowgauge.learning.forecast;

import io.flowgauge.learning.reading.RunFacts;
import io.flowgauge.learning.reading.SavedFacts;
import io.flowgauge.learning.saved.Renaming;
import io.flowgauge.learning.saved.Saved;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * What is kept of a run in addition to service times. Immutable and thread-safe.
 *
 * @param facts facts about the run as a whole
 * @param unexplained logarithm of its makespan over that of a simulation with its own service
 *     times, slots and delays; empty if it does not say when activities started
 */
record KnownRun(RunFacts facts, OptionalDouble unexplained) {
  private static final String UNEXPLAINED = "unexplained";

  Map<String, Object> saved(Renaming names) {
    Map<String, Object> saved = SavedFacts.of(facts, names);
    unexplained.ifPresent(log -> saved.put(UNEXPLAINED, log));
    return saved;
  }

  static KnownRun from(Saved saved) {
    Optional<Saved> unexplained = saved.find(UNEXPLAINED);
    return new KnownRun(
        SavedFacts.from(saved), unexplained.stream().mapToDouble(Saved::number).findFirst());
  }
}
