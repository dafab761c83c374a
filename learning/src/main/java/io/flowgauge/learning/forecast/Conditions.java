package io.flowgauge.learning.forecast;

import io.flowgauge.learning.reading.FailureHistory;
import io.flowgauge.learning.reading.RunFacts;
import io.flowgauge.learning.reading.RunHistory;
import io.flowgauge.learning.reading.SlotLevel;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;

/**
 * How runs go, besides service times. Immutable and thread-safe.
 *
 * @param slots how many activities can run at once; empty if nothing says that they wait for others
 * @param delays of starts for which there was a free slot: a sample in seconds, 0 or more
 * @param ends from the end of an application to the moment that the engine knows: a sample
 * @param failures how probable failed attempts are
 * @param failedLengths how long they take, as fractions of completed ones: a sample
 */
record Conditions(
    OptionalInt slots, Sample delays, Sample ends, FailureHistory failures, Sample failedLengths) {
  private static final double USUAL_LENGTH = 0.7;
  private static final Sample NOTHING = Sample.of(List.of(), 0);
  private static final FailureHistory NO_FAILURES = new FailureHistory(Map.of(), List.of());

  /** How the next run will go, if it goes as these did. */
  static Conditions of(List<RunFacts> runs) {
    return runs.stream()
        .map(RunFacts::terms)
        .reduce(RunHistory::plus)
        .map(Conditions::of)
        .orElse(new Conditions(OptionalInt.empty(), NOTHING, NOTHING, NO_FAILURES, NOTHING));
  }

  /** The same for what runs tell together. */
  static Conditions of(RunHistory terms) {
    SlotLevel level = terms.slots().overall();
    return new Conditions(
        level.binds() ? OptionalInt.of(level.slots()) : OptionalInt.empty(),
        Sample.of(terms.delays().starts(), 0),
        Sample.of(terms.delays().ends(), 0),
        terms.failures(),
        Sample.of(terms.failures().lengthRatios(), USUAL_LENGTH));
  }

  Conditions withSlots(OptionalInt count) {
    return new Conditions(count, delays, ends, failures, failedLengths);
  }

  /** One activity at a time, without delays and failures: then the makespan is all the work. */
  Conditions oneAfterAnother() {
    return new Conditions(OptionalInt.of(1), NOTHING, NOTHING, NO_FAILURES, failedLengths);
  }
}
