package io.flowgauge.probabilistic.recorded;

import java.util.List;

/**
 * How many attempts were active while others were ready and waited. If they waited for slots, the
 * number of active attempts equals the number of slots for nearly all that time.
 *
 * @param slots the number that was active during most of the waiting; without waiting the most that
 *     ever were; 1 if each was for no time at all, 0 if there is none
 * @param exceeded the part of the waiting that passed while clearly more were active, as no slots
 *     would have allowed; in [0, 1]
 */
record Load(int slots, double exceeded) {
  /** A quarter more may be because engines that poll learn of ends late. */
  private static final double CLEARLY = 1.25;

  static Load of(List<Hold> holds) {
    LoadProfile profile = LoadProfile.of(holds);
    int usual = profile.most();
    for (int n = 1; n < profile.levels(); n++) {
      usual = profile.waited(n) > profile.waited(usual) ? n : usual;
    }
    if (!holds.isEmpty()) {
      usual = Math.max(1, usual);
    }
    double beyond = 0;
    for (int n = 0; n < profile.levels(); n++) {
      beyond += n > CLEARLY * usual ? profile.waited(n) : 0;
    }
    return new Load(usual, profile.waited() > 0 ? beyond / profile.waited() : 0);
  }
}
