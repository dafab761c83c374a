package io.flowgauge.metrics.attribution;

import io.flowgauge.metrics.activity.Surroundings;
import io.flowgauge.metrics.activity.TimeClass;
import io.flowgauge.model.graph.Dag;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;

/**
 * The realised critical path of a run, or of one of its regions, found with the help of the path of
 * an earlier run of the same recorder. While a run goes on, the path changes only near its end:
 * walks back from there soon meet the earlier path, and follow it from then on. Not thread-safe.
 */
public final class KnownPath {
  /**
   * A step of a walk.
   *
   * @param end when the share of the activity ends, in nanoseconds
   * @param nanos the share by class; never changed
   */
  @SuppressWarnings("ArrayRecordComponent") // Never compared.
  public record Step(int activity, long end, long[] nanos) {}

  /**
   * A path that a later run may reuse. Immutable.
   *
   * @param start when it starts, in nanoseconds
   * @param steps its last step first; they depend on nothing but the activities, their predecessors
   *     and the surroundings of the run
   */
  public record Kept(long start, List<Step> steps) {}

  private final long start;
  private final long idle;

  /** The steps of the earlier path that are as they were; none if there is no such path. */
  private final List<Step> unchanged;

  /** The time before which processors were held as in the earlier run, in nanoseconds. */
  private final long sameUntil;

  private final List<Step> steps = new ArrayList<>();

  /**
   * Creates a path without an earlier one.
   *
   * @param start when it starts, in nanoseconds
   * @param idle time after the end of its last activity, in nanoseconds; counts for the first step
   */
  public KnownPath(long start, long idle) {
    this.start = start;
    this.idle = idle;
    this.unchanged = List.of();
    this.sameUntil = Long.MIN_VALUE;
  }

  /**
   * Creates a path that may join an earlier one.
   *
   * @param start when it starts, in nanoseconds
   * @param idle time after the end of its last activity, in nanoseconds; counts for the first step
   * @param earlier the path of an earlier run
   * @param since what has changed since then
   */
  public KnownPath(long start, long idle, Kept earlier, Surroundings.Change since, Dag dag) {
    this.start = start;
    this.idle = idle;
    this.unchanged = earlier.start == start ? unchanged(earlier, since, dag) : List.of();
    this.sameUntil = since.heldSameUntil();
  }

  private static List<Step> unchanged(Kept earlier, Surroundings.Change since, Dag dag) {
    List<Step> all = earlier.steps;
    int first = all.size();
    // The first step of all may also have time after the end of its activity.
    while (first > 1 && !isChanged(all.get(first - 1).activity, since.activities(), dag)) {
      first--;
    }
    return all.subList(first, all.size());
  }

  /**
   * Whether the step of an activity may have changed. It also depends on the predecessors, one of
   * which is the next step.
   */
  private static boolean isChanged(int activity, BitSet changed, Dag dag) {
    boolean isChanged = changed.get(activity);
    for (int k = 0; k < dag.predecessorCount(activity) && !isChanged; k++) {
      isChanged = changed.get(dag.predecessor(activity, k));
    }
    return isChanged;
  }

  /**
   * Adds the rest of the earlier path if that also came to an activity, and nothing has changed
   * that this rest depends on.
   *
   * @param activity the next one of a walk
   * @param end when its share ends, in nanoseconds
   * @return whether the path is complete now
   */
  boolean isCompletedAt(int activity, long end) {
    int place = steps.isEmpty() || end > sameUntil ? unchanged.size() : place(activity, end);
    steps.addAll(unchanged.subList(place, unchanged.size()));
    return place < unchanged.size();
  }

  /**
   * Returns the place of an unchanged step, whose ends are in descending order, or their number.
   */
  private int place(int activity, long end) {
    int low = 0;
    int high = unchanged.size();
    while (low < high) {
      int middle = (low + high) >>> 1;
      if (unchanged.get(middle).end > end) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    for (int at = low; at < unchanged.size() && unchanged.get(at).end == end; at++) {
      if (unchanged.get(at).activity == activity) {
        return at;
      }
    }
    return unchanged.size();
  }

  /**
   * Adds a step.
   *
   * @param end when the share of the activity ends, in nanoseconds
   * @param nanos its share by class; useful time at {@link TimeClass#COMPUTE}
   */
  void add(int activity, long end, long[] nanos) {
    long[] own = nanos.clone();
    own[TimeClass.UNIDENTIFIED] += steps.isEmpty() ? idle : 0;
    steps.add(new Step(activity, end, own));
  }

  /** The steps, the last one first. */
  public List<Step> steps() {
    return steps;
  }

  /** Returns what to keep for a later run. */
  public Kept kept() {
    return new Kept(start, List.copyOf(steps));
  }
}
