package io.flowgauge.learning.forecast;

import io.flowgauge.learning.reading.FailureHistory;
import io.flowgauge.learning.reading.OutageHistory;
import io.flowgauge.learning.reading.RunFacts;
import io.flowgauge.learning.reading.RunHistory;
import io.flowgauge.learning.reading.SlotHistory;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * How runs go, besides service times. Immutable and thread-safe.
 *
 * @param runs as which earlier runs the next may go
 * @param failures how probable failed attempts are
 * @param failedLengths how long they take, as fractions of completed ones: a sample
 * @param outages what makes several attempts fail at once
 */
record Conditions(LikelyRuns runs, FailureHistory failures, Sample failedLengths, Outages outages) {
  private static final double USUAL_LENGTH = 0.7;
  private static final FailureHistory NO_FAILURES = new FailureHistory(Map.of(), List.of());

  /** Conditions of the next run, if it goes as these did. */
  static Conditions of(List<RunFacts> runs) {
    return of(LikelyRuns.of(runs), runs);
  }

  private static Conditions of(LikelyRuns likely, List<RunFacts> runs) {
    FailureHistory failures =
        runs.stream()
            .map(RunFacts::terms)
            .map(RunHistory::failures)
            .reduce(NO_FAILURES, FailureHistory::plus);
    OutageHistory outages =
        runs.stream()
            .map(RunFacts::terms)
            .map(RunHistory::outages)
            .reduce(OutageHistory.NONE, OutageHistory::plus);
    return new Conditions(
        likely, failures, Sample.of(failures.lengthRatios(), USUAL_LENGTH), Outages.of(outages));
  }

  private Conditions with(LikelyRuns others) {
    return new Conditions(others, failures, failedLengths, outages);
  }

  /** Conditions of a run in progress that may go as these did. */
  static Conditions of(List<RunFacts> runs, RunFacts going) {
    List<RunFacts> all = new ArrayList<>(runs);
    all.add(going);
    return of(LikelyRuns.of(runs).and(going), all);
  }

  /** The same on other slots. */
  Conditions on(SlotHistory slots) {
    return with(runs.on(slots));
  }

  /** The same, given how many slots were seen in use. */
  Conditions seenOn(SlotHistory slots) {
    return with(runs.seenOn(slots));
  }

  /** The same with as many outages as were recorded. */
  Conditions recorded() {
    return new Conditions(runs, failures, failedLengths, outages.recorded());
  }

  /** One activity at a time, without delays and failures: then the makespan is all the work. */
  Conditions oneAfterAnother() {
    return of(List.of()).on(SlotHistory.of(1));
  }
}
