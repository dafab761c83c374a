package io.flowgauge.comparison;

import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;

/**
 * Runs that count as the same: of one version of a workflow, or on one set of sites. Immutable and
 * thread-safe.
 *
 * @param name its name
 * @param runs one run or more
 */
public record RunGroup(String name, List<RunValues> runs) {
  /**
   * Copies the list.
   *
   * @param name its name
   * @param runs one run or more
   * @throws IllegalArgumentException if there is no run
   */
  public RunGroup {
    Objects.requireNonNull(name, "name");
    runs = List.copyOf(runs);
    if (runs.isEmpty()) {
      throw new IllegalArgumentException("group " + name + " must have a run or more");
    }
  }

  /**
   * The sites that its runs used.
   *
   * @return their names, sorted; empty if none is known
   */
  public Set<String> sites() {
    Set<String> sites = new TreeSet<>();
    runs.forEach(run -> sites.addAll(run.sites()));
    return sites;
  }
}
