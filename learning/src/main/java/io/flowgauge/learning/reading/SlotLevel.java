package io.flowgauge.learning.reading;

import io.flowgauge.probabilistic.recorded.Hold;
import io.flowgauge.probabilistic.recorded.LoadProfile;
import java.util.List;

/**
 * How many attempts run at once. Immutable and thread-safe.
 *
 * @param slots the number of active attempts that 95 % of the time with a backlog did not exceed;
 *     without a backlog the most that were active; 0 if none was
 * @param binds whether there was a backlog for more than a tenth of the time, so that slots were
 *     what activities waited for; else there may be more of them
 */
public record SlotLevel(int slots, boolean binds) {
  /** Nothing has run. */
  public static final SlotLevel NONE = new SlotLevel(0, false);

  /**
   * Share of the backlog that counts: the rest are overlaps, as engines that poll learn of ends
   * late.
   */
  private static final double USUAL = 0.95;

  private static final double LONG = 0.1;

  static SlotLevel of(List<Hold> holds) {
    SlotLevel level = of(LoadProfile.of(holds));
    return level.slots > 0 || holds.isEmpty() ? level : new SlotLevel(1, false);
  }

  /** What a load shows. */
  public static SlotLevel of(LoadProfile load) {
    int slots = load.level(USUAL);
    return new SlotLevel(slots, slots > 0 && load.backlogShare() > LONG);
  }

  /** What to expect of a run in progress, given what was seen of it. */
  SlotLevel seenIn(SlotLevel going) {
    return going.binds ? going : new SlotLevel(Math.max(slots, going.slots), binds);
  }

  /** The level of all runs where this one does not show how many slots there are. */
  SlotLevel within(SlotLevel all) {
    return !binds && all.slots >= slots ? all : this;
  }

  /** What two runs show together: the larger number, where one binds of those that bind. */
  public SlotLevel plus(SlotLevel other) {
    if (binds != other.binds) {
      return binds ? this : other;
    }
    return slots >= other.slots ? this : other;
  }
}
