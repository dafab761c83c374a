package io.flowgauge.learning.forecast;

import io.flowgauge.learning.reading.RunFacts;
import io.flowgauge.learning.reading.SlotHistory;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.function.UnaryOperator;

/**
 * The earlier runs that the next one may resemble. Slots and delays are always taken from the same
 * run. Immutable and thread-safe.
 */
final class LikelyRuns {
  /** Number of a run's own delays that weigh as much as all earlier runs. */
  private static final double ENOUGH = 10;

  private static final LikeRun GUESS =
      new LikeRun(SlotHistory.UNBOUNDED, Sample.ZERO, Sample.ZERO, 1 / ENOUGH);

  /** One or more runs, those with fewer slots first. */
  private final List<LikeRun> runs;

  /** Cumulative weights, as fractions of the total. */
  private final double[] places;

  private LikelyRuns(List<LikeRun> runs) {
    this.runs =
        runs.stream()
            .sorted(Comparator.comparingInt(run -> run.slots().overall().slots()))
            .toList();
    places = this.runs.stream().mapToDouble(LikeRun::weight).toArray();
    Arrays.parallelPrefix(places, Double::sum);
    double all = places[places.length - 1];
    Arrays.setAll(places, k -> places[k] / all);
  }

  /**
   * Returns the runs whose activities have known starts. If there are none, returns a single run
   * without limits and delays, which weighs as much as one start of a run in progress.
   */
  static LikelyRuns of(List<RunFacts> runs) {
    List<LikeRun> likely =
        runs.stream().filter(RunFacts::hasStarts).map(run -> LikeRun.of(run, 1)).toList();
    return likely.isEmpty() ? new LikelyRuns(List.of(GUESS)) : new LikelyRuns(likely).withLimits();
  }

  /** Gives runs whose activities did not wait for slots the slots of all runs together. */
  private LikelyRuns withLimits() {
    SlotHistory all = runs.stream().map(LikeRun::slots).reduce(SlotHistory::plus).orElseThrow();
    return with(slots -> slots.completedBy(all));
  }

  private LikelyRuns with(UnaryOperator<SlotHistory> slots) {
    return new LikelyRuns(runs.stream().map(run -> run.with(slots.apply(run.slots()))).toList());
  }

  /** Returns the same runs with other slots. */
  LikelyRuns withSlots(SlotHistory slots) {
    return with(any -> slots);
  }

  /**
   * Returns the same runs, given what a run in progress shows: if its activities wait for slots,
   * these are its slots; otherwise it has at least as many as it was seen to use.
   */
  LikelyRuns withObservedSlots(SlotHistory slots) {
    return with(any -> any.expectedFor(slots));
  }

  /**
   * Returns the same runs and a run in progress; the longer it runs, the more its own delays count.
   */
  LikelyRuns withRunInProgress(RunFacts inProgress) {
    double earlier = places.length;
    double weight = earlier * inProgress.terms().delays().starts().size() / ENOUGH;
    List<LikeRun> all = new ArrayList<>(runs);
    // It gets the slots of one of all runs, which are by machine if machines have their own slots.
    all.add(LikeRun.of(inProgress, weight).with(median().slots()));
    return new LikelyRuns(all).withObservedSlots(inProgress.terms().slots());
  }

  /** The run in the middle, in order of slots. */
  LikeRun median() {
    return at(0.5);
  }

  /**
   * Returns one of the runs.
   *
   * @param place position among the cumulative weights, in [0, 1)
   */
  LikeRun at(double place) {
    int k = Arrays.binarySearch(places, place);
    return runs.get(Math.min(runs.size() - 1, k < 0 ? -k - 1 : k + 1));
  }
}
