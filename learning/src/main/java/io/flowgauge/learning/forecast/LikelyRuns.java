package io.flowgauge.learning.forecast;

import io.flowgauge.learning.reading.RunFacts;
import io.flowgauge.learning.reading.SlotHistory;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.function.UnaryOperator;

/**
 * As which earlier runs the next one may go: slots and delays of a run belong together. Immutable
 * and thread-safe.
 */
final class LikelyRuns {
  /** Delays that weigh as much as all earlier runs. */
  private static final double ENOUGH = 10;

  private static final LikeRun GUESS =
      new LikeRun(SlotHistory.UNBOUNDED, Sample.ZERO, Sample.ZERO, 1 / ENOUGH);

  /** Those with fewer slots first; one or more. */
  private final List<LikeRun> runs;

  /** Weights of each and those before, over that of all. */
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
   * Those of which it is known when activities started; where there is none, one without limits and
   * delays, which weighs as much as one start of a run that goes on.
   */
  static LikelyRuns of(List<RunFacts> runs) {
    List<LikeRun> likely =
        runs.stream().filter(RunFacts::hasStarts).map(run -> LikeRun.of(run, 1)).toList();
    return likely.isEmpty() ? new LikelyRuns(List.of(GUESS)) : new LikelyRuns(likely).withLimits();
  }

  /** Where activities of a run did not wait for slots, there are as many as in all others. */
  private LikelyRuns withLimits() {
    SlotHistory all = runs.stream().map(LikeRun::slots).reduce(SlotHistory::plus).orElseThrow();
    return with(slots -> slots.within(all));
  }

  private LikelyRuns with(UnaryOperator<SlotHistory> slots) {
    return new LikelyRuns(runs.stream().map(run -> run.with(slots.apply(run.slots()))).toList());
  }

  /** The same on other slots. */
  LikelyRuns on(SlotHistory slots) {
    return with(any -> slots);
  }

  /**
   * What a run shows that goes on: the slots that its activities wait for are its slots; else it
   * has at least as many as it was seen to use.
   */
  LikelyRuns seenOn(SlotHistory slots) {
    return with(any -> any.seenIn(slots));
  }

  /** The same with a run that goes on: the longer it does, the more are its own delays like. */
  LikelyRuns and(RunFacts going) {
    double earlier = places.length;
    double weight = earlier * going.terms().delays().starts().size() / ENOUGH;
    List<LikeRun> all = new ArrayList<>(runs);
    // On the slots that one of all runs had, and so by machine if these have slots of their own.
    all.add(LikeRun.of(going, weight).with(middle().slots()));
    return new LikelyRuns(all).seenOn(going.terms().slots());
  }

  /** The one in the middle, by slots. */
  LikeRun middle() {
    return at(0.5);
  }

  /**
   * One of them.
   *
   * @param place where, by weight, in [0, 1)
   */
  LikeRun at(double place) {
    int k = Arrays.binarySearch(places, place);
    return runs.get(Math.min(runs.size() - 1, k < 0 ? -k - 1 : k + 1));
  }
}
