package io.flowgauge.learning.reading;

import io.flowgauge.probabilistic.recorded.Hold;
import io.flowgauge.probabilistic.recorded.LoadProfile;
import java.util.List;

/**
 * The number of attempts that can run at once. Immutable and thread-safe.
 *
 * @param slots the number of active attempts that was not exceeded during 95 % of the backlog;
 *     without a backlog, the largest number of active attempts; 0 if none was active
 * @param binds whether there was a backlog for more than a tenth of the time, so that activities
 *     waited for slots; if not, there may be more slots
 */
public record SlotLevel(int slots, boolean binds) {
  /** The level if nothing has run. */
  public static final SlotLevel NONE = new SlotLevel(0, false);

  /**
   * Fraction of the backlog that counts. In the rest, attempts seem to overlap, because engines
   * that poll learn of ends late.
   */
  private static final double USUAL = 0.95;

  private static final double LONG = 0.1;

  static SlotLevel of(List<Hold> holds) {
    SlotLevel level = of(LoadProfile.of(holds));
    return level.slots > 0 || holds.isEmpty() ? level : new SlotLevel(1, false);
  }

  /** Returns the level that a load shows. */
  public static SlotLevel of(LoadProfile load) {
    int slots = load.level(USUAL);
    return new SlotLevel(slots, slots > 0 && load.backlogShare() > LONG);
  }

  /** Returns the level to expect of a run in progress, given what was seen of it. */
  SlotLevel expectedFor(SlotLevel inProgress) {
    return inProgress.binds ? inProgress : new SlotLevel(Math.max(slots, inProgress.slots), binds);
  }

  /** Returns the level of all runs if this one does not show how many slots there are. */
  SlotLevel completedBy(SlotLevel all) {
    return !binds && all.slots >= slots ? all : this;
  }

  /**
   * Returns the level that two runs show together: the one that binds or, if both or none do, the
   * larger one.
   */
  public SlotLevel plus(SlotLevel other) {
    if (binds != other.binds) {
      return binds ? this : other;
    }
    return slots >= other.slots ? this : other;
  }
}
