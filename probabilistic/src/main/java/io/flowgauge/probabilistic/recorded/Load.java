package io.flowgauge.probabilistic.recorded;

import java.util.List;

/**
 * How many attempts were active while others were ready and waited. If they waited for slots, the
 * number of active attempts equals the number of slots for nearly all that time.
 *
 * @param slots the number of attempts that were active during most of the waiting; without waiting,
 *     the greatest number ever active; at least 1 unless there are no attempts
 * @param exceeded the fraction of the waiting during which clearly more attempts were active than
 *     that number of slots allows; in [0, 1]
 */
record Load(int slots, double exceeded) {
  /**
   * Factor above which more attempts are active than slots allow. Up to a quarter more may appear
   * because engines that poll learn of ends late.
   */
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
