package io.flowgauge.analysis;

import java.util.Map;

/**
 * Speedup and efficiency over sites ([Nerieri] §III-C, definitions, "Normalised"). Immutable and
 * thread-safe.
 *
 * @param speedup {@code S = min_M T_seq,M / T}
 * @param efficiency {@code E = T⁻¹ / Σ_M T_seq,M⁻¹}
 */
public record SiteSpeedup(double speedup, double efficiency) {

  /**
   * Computes them from the times on single sites.
   *
   * @param makespanSeconds T, the time of the run on all sites together; above 0
   * @param siteSeconds T_seq,M, the time of the workflow on each site alone; each above 0
   * @return speedup and efficiency
   * @throws IllegalArgumentException if there is no site, or a time is not positive and finite
   */
  public static SiteSpeedup of(double makespanSeconds, Map<String, Double> siteSeconds) {
    requirePositive("the makespan", makespanSeconds);
    if (siteSeconds.isEmpty()) {
      throw new IllegalArgumentException(
          "speedup needs the time of at least one site, but none is given");
    }
    siteSeconds.forEach((site, seconds) -> requirePositive("the time of site " + site, seconds));
    double fastest = siteSeconds.values().stream().mapToDouble(s -> s).min().orElseThrow();
    double rate = siteSeconds.values().stream().mapToDouble(s -> 1 / s).sum();
    return new SiteSpeedup(fastest / makespanSeconds, 1 / makespanSeconds / rate);
  }

  /**
   * Inefficiency {@code I = 1 - E}.
   *
   * @return a fraction; negative where the run was faster than the sites together
   */
  public double inefficiency() {
    return 1 - efficiency;
  }

  private static void requirePositive(String name, double seconds) {
    if (!(seconds > 0) || Double.isInfinite(seconds)) {
      throw new IllegalArgumentException(
          name + " must be positive and finite, but is " + seconds + " s");
    }
  }
}
