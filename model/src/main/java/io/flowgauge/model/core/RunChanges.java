package io.flowgauge.model.core;

import java.lang.ref.SoftReference;
import java.util.BitSet;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Which activities changed from one run of a recorder to a later one: analysis results about all
 * others remain valid. Runs that can be compared form a line; a run that cannot be compared with
 * the one before it starts a new line. Thread-safe.
 */
public final class RunChanges {
  /** What analyses keep, by type. Shared by all runs of a line; identifies the line. */
  private final Map<Class<?>, SoftReference<?>> kept;

  /** Position of the run in its line. */
  private final int place;

  /**
   * By activity, the position of the last run in which it changed. Shared by all runs of a line, so
   * it may name a run after this one.
   */
  private final int[] lastChanges;

  /** Activities that changed after the previous run of the line. */
  private final BitSet changed;

  /** Activities with attempts that no event has ended. */
  private final BitSet open;

  private RunChanges(
      Map<Class<?>, SoftReference<?>> kept,
      int place,
      int[] lastChanges,
      BitSet changed,
      BitSet open) {
    this.kept = kept;
    this.place = place;
    this.lastChanges = lastChanges;
    this.changed = changed;
    this.open = open;
  }

  /** Returns the changes of the first run of a line. */
  static RunChanges first(int activityCount) {
    return new RunChanges(
        new ConcurrentHashMap<>(), 0, new int[activityCount], new BitSet(), new BitSet());
  }

  /** Returns the changes of the next run of the line. A run may have only one successor. */
  RunChanges next(BitSet changed, BitSet openNow) {
    for (int a = changed.nextSetBit(0); a >= 0; a = changed.nextSetBit(a + 1)) {
      lastChanges[a] = place + 1;
    }
    return new RunChanges(kept, place + 1, lastChanges, changed, openNow);
  }

  /** Whether this run is in the same line as another and not before it. */
  public boolean follow(RunChanges earlier) {
    return kept == earlier.kept && place >= earlier.place;
  }

  /** Activities that changed after an earlier run of the line, or are still open. */
  public BitSet since(RunChanges earlier) {
    BitSet all = recordedSince(earlier);
    all.or(open);
    return all;
  }

  /**
   * Activities about which something was recorded after an earlier run of the line. Some may have
   * changed only after this run.
   */
  public BitSet recordedSince(RunChanges earlier) {
    if (earlier.place == place - 1) { // Analyses of every run ask for this.
      return (BitSet) changed.clone();
    }
    BitSet recorded = new BitSet();
    for (int a = 0; a < lastChanges.length; a++) {
      if (lastChanges[a] > earlier.place) {
        recorded.set(a);
      }
    }
    return recorded;
  }

  /**
   * Keeps the state of an analysis for the analysis of a later run of the line, in place of the
   * last state of the same type. It may be dropped when memory is short.
   */
  public void keep(Object state) {
    kept.put(state.getClass(), new SoftReference<>(state));
  }

  /**
   * Returns the state of a type that was kept last.
   *
   * @return the state, which may be that of a later run; null if there is none
   */
  public <T> T kept(Class<T> type) {
    SoftReference<?> softly = kept.get(type);
    return softly == null ? null : type.cast(softly.get());
  }

  @Override
  public String toString() {
    return "RunChanges[run " + place + "]";
  }
}
