package io.flowgauge.comparison;

import io.flowgauge.analysis.SiteSpeedup;
import java.util.Collections;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * Speedup and efficiency of a group of runs on several sites, relative to runs on each of these
 * sites alone ([Nerieri] §III-C, Fig. 5(a)). Immutable and thread-safe.
 *
 * @param group name of the group
 * @param sites the sites it used
 * @param makespanSeconds mean makespan of its runs
 * @param siteSeconds mean makespan of the runs on each of these sites alone
 * @param speedup speedup and efficiency
 */
public record GroupSpeedup(
    String group,
    Set<String> sites,
    double makespanSeconds,
    Map<String, Double> siteSeconds,
    SiteSpeedup speedup) {
  /**
   * Copies the collections.
   *
   * @param group name of the group
   * @param sites the sites it used
   * @param makespanSeconds mean makespan of its runs
   * @param siteSeconds mean makespan on each site alone
   * @param speedup speedup and efficiency
   */
  public GroupSpeedup {
    Objects.requireNonNull(group, "group");
    Objects.requireNonNull(speedup, "speedup");
    sites = Collections.unmodifiableSet(new TreeSet<>(sites));
    siteSeconds = Collections.unmodifiableMap(new TreeMap<>(siteSeconds));
  }
}
