package io.flowgauge.learning.forecast;

import io.flowgauge.learning.reading.RunFacts;
import io.flowgauge.learning.reading.SlotHistory;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.function.UnaryOperator;

/**
 * The earlier runs that the next one may resemble: slots and delays of a run belong together.
 * Immutable and thread-safe.
 */
final class LikelyRuns {
  /** Number of own delays that weigh as much as all earlier runs. */
  private static final double ENOUGH = 10;

  private static final LikeRun GUESS =
      new LikeRun(SlotHistory.UNBOUNDED, Sample.ZERO, Sample.ZERO, 1 / ENOUGH);

  /** Those with fewer slots first; one or more. */
  private final List<LikeRun> runs;

  /** Cumulative weights, as shares of that of all. */
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
   * The runs whose activities have known starts; if there are none, one without limits and delays,
   * which weighs as much as one start of a run in progress.
   */
  static LikelyRuns of(List<RunFacts> runs) {
    List<LikeRun> likely =
        runs.stream().filter(RunFacts::hasStarts).map(run -> LikeRun.of(run, 1)).toList();
    return likely.isEmpty() ? new LikelyRuns(List.of(GUESS)) : new LikelyRuns(likely).withLimits();
  }

  /** Gives runs whose activities did not wait for slots those of all runs together. */
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
   * What a run in progress shows: the slots that its activities wait for are its slots; otherwise
   * it has at least as many as it was seen to use.
   */
  LikelyRuns seenOn(SlotHistory slots) {
    return with(any -> any.seenIn(slots));
  }

  /** The same with a run in progress: the longer it runs, the more its own delays count. */
  LikelyRuns and(RunFacts going) {
    double earlier = places.length;
    double weight = earlier * going.terms().delays().starts().size() / ENOUGH;
    List<LikeRun> all = new ArrayList<>(runs);
    // On the slots that one of all runs had, and so by machine if these have their own slots.
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
