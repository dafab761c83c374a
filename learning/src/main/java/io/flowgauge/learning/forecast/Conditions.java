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
 * Everything that determines how a run goes besides service times. Immutable and thread-safe.
 *
 * @param runs the earlier runs that the next one may resemble
 * @param failures probabilities of failed attempts
 * @param failedLengths lengths of failed attempts as fractions of completed ones: a sample
 * @param outages events that make several attempts fail at once
 */
record Conditions(LikelyRuns runs, FailureHistory failures, Sample failedLengths, Outages outages) {
  private static final double USUAL_LENGTH = 0.7;
  private static final FailureHistory NO_FAILURES = new FailureHistory(Map.of(), List.of());

  /** Returns the conditions of the next run, learned from earlier ones. */
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

  /** Returns the conditions of a run in progress, learned from earlier ones and from itself. */
  static Conditions of(List<RunFacts> runs, RunFacts inProgress) {
    List<RunFacts> all = new ArrayList<>(runs);
    all.add(inProgress);
    return of(LikelyRuns.of(runs).withRunInProgress(inProgress), all);
  }

  /** Returns the same conditions with other slots. */
  Conditions withSlots(SlotHistory slots) {
    return with(runs.withSlots(slots));
  }

  /** Returns the same conditions, given the slots that a run in progress was seen to use. */
  Conditions withObservedSlots(SlotHistory slots) {
    return with(runs.withObservedSlots(slots));
  }

  /** Returns the same conditions with as many outages as were recorded. */
  Conditions withRecordedOutages() {
    return new Conditions(runs, failures, failedLengths, outages.recorded());
  }

  /**
   * Returns conditions under which activities run one at a time, without delays and failures, so
   * that the makespan is the total work.
   */
  Conditions oneAfterAnother() {
    return of(List.of()).withSlots(SlotHistory.of(1));
  }
}
