package io.flowgauge.metrics.attribution;

import io.flowgauge.analysis.PathStep;
import io.flowgauge.metrics.activity.RunTimes;
import io.flowgauge.metrics.activity.Surroundings;
import io.flowgauge.model.core.RunChanges;
import io.flowgauge.model.graph.Dag;
import java.util.BitSet;
import java.util.List;
import java.util.Optional;

/**
 * The critical path of a run, kept for later runs of the same recorder. While a run goes on, its
 * critical path changes only near its end: walks back from there soon meet the earlier path, and
 * follow it from then on. Not thread-safe.
 */
final class KnownPath {
  /**
   * A step of a walk.
   *
   * @param end when the share of the activity ends, in nanoseconds
   * @param nanos the share by class; never changed
   */
  @SuppressWarnings("ArrayRecordComponent") // Never compared.
  record Step(int activity, long end, long[] nanos, PathStep shown) {}

  /** A path, its last step first, with everything that it depends on. Immutable. */
  private record Kept(Surroundings surroundings, long start, List<Step> steps) {}

  /** The first place that may be reused: the first step also has time after its activity's end. */
  private static final int AFTER_FIRST = 2;

  private final RunTimes times;
  private final Optional<Surroundings> surroundings;

  /** The path of an earlier run; null if nothing of it may be reused. */
  private final Kept last;

  /** By activity, its place on the earlier path, counted from 1; 0 if it is not on it. */
  private int[] places;

  /** The place from which on nothing about the earlier path has changed. */
  private int unchangedFrom;

  /** The time before which processors were held as in the earlier run, in nanoseconds. */
  private long sameUntil;

  /** Looks for the path of an earlier run. */
  KnownPath(RunTimes times) {
    this.times = times;
    this.surroundings = times.surroundings();
    Kept kept = times.run().changes().kept(Kept.class);
    this.last = kept != null && isReusable(kept) ? kept : null;
  }

  private boolean isReusable(Kept kept) {
    return surroundings.filter(now -> now.follow(kept.surroundings)).isPresent()
        && times.run().span().start() == kept.start;
  }

  /**
   * Returns the rest of a walk if the earlier one also came to its next activity, and nothing has
   * changed that this rest depends on.
   *
   * @param activity the next one of the walk
   * @param end when its share ends, in nanoseconds
   * @return its steps; empty if the rest is not known
   */
  List<Step> from(int activity, long end) {
    if (last == null) {
      return List.of();
    }
    if (places == null) {
      compare();
    }
    int place = places[activity];
    boolean isKnown =
        place > 0
            && place >= unchangedFrom
            && last.steps.get(place - 1).end() == end
            && end <= sameUntil;
    return isKnown ? last.steps.subList(place - 1, last.steps.size()) : List.of();
  }

  /**
   * Finds what has changed. A step depends on its activity and on the predecessors, one of which is
   * the next step.
   */
  private void compare() {
    places = new int[times.run().workflow().activityCount()];
    for (int k = 0; k < last.steps.size(); k++) {
      places[last.steps.get(k).activity()] = k + 1;
    }
    sameUntil = surroundings.orElseThrow().sameUntil(last.surroundings);
    RunChanges changes = times.run().changes();
    BitSet changed = changes.since(last.surroundings.changes());
    Dag dag = times.run().workflow().dag();
    int lastChanged = 0;
    for (int a = changed.nextSetBit(0); a >= 0; a = changed.nextSetBit(a + 1)) {
      lastChanged = Math.max(lastChanged, places[a]);
      for (int k = 0; k < dag.successorCount(a); k++) {
        lastChanged = Math.max(lastChanged, places[dag.successor(a, k)]);
      }
    }
    unchangedFrom = Math.max(AFTER_FIRST, lastChanged + 1);
  }

  /** Keeps a path for later runs. */
  void keep(List<Step> steps) {
    if (surroundings.isPresent() && !times.run().isFinished()) {
      long start = times.run().span().start();
      times.run().changes().keep(new Kept(surroundings.get(), start, List.copyOf(steps)));
    }
  }
}
