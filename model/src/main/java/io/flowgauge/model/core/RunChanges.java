package io.flowgauge.model.core;

import java.util.BitSet;
import java.util.concurrent.atomic.AtomicReference;

/**
 * Which activities changed from one run of a recorder to a later one: what an analysis found out
 * about the others alone stays true. The runs that can be compared form a line; one that cannot be
 * compared with the run before it begins another line. Immutable but for what is kept, and
 * thread-safe.
 */
public final class RunChanges {
  /** Shared by all runs of a line, and distinguishes them from those of others. */
  private final AtomicReference<Object> kept;

  /** Place in the line. */
  private final int place;

  /** By activity, the place of the last run in which it changed. */
  private final int[] lastChanges;

  /** Activities with attempts that no event has ended. */
  private final BitSet open;

  private RunChanges(AtomicReference<Object> kept, int place, int[] lastChanges, BitSet open) {
    this.kept = kept;
    this.place = place;
    this.lastChanges = lastChanges;
    this.open = open;
  }

  /** Those of the first run of a line. */
  static RunChanges first(int activityCount) {
    return new RunChanges(new AtomicReference<>(), 0, new int[activityCount], new BitSet());
  }

  /** Those of the run that follows, of which there may be only one. */
  RunChanges next(BitSet changed, BitSet openNow) {
    int[] last = lastChanges.clone();
    for (int a = changed.nextSetBit(0); a >= 0; a = changed.nextSetBit(a + 1)) {
      last[a] = place + 1;
    }
    return new RunChanges(kept, place + 1, last, openNow);
  }

  /** Whether a run is of the same line as another and no earlier. */
  public boolean follow(RunChanges earlier) {
    return kept == earlier.kept && place >= earlier.place;
  }

  /** Whether an activity changed after an earlier run of the line, or goes on. */
  public boolean since(RunChanges earlier, int activity) {
    return recordedSince(earlier, activity) || open.get(activity);
  }

  /** Whether something was recorded about an activity after an earlier run of the line. */
  public boolean recordedSince(RunChanges earlier, int activity) {
    return lastChanges[activity] > earlier.place;
  }

  /** What an analysis of a run of the line keeps for that of a later one. */
  public AtomicReference<Object> kept() {
    return kept;
  }

  @Override
  public String toString() {
    return "RunChanges[run " + place + "]";
  }
}
