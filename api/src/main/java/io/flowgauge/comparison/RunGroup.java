package io.flowgauge.comparison;

import io.flowgauge.internal.NoNulls;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/**
 * Runs treated as repetitions of one another: of one version of a workflow, or on one set of sites.
 * Immutable and thread-safe.
 *
 * @param name its name
 * @param runs one or more runs
 */
public record RunGroup(String name, List<RunValues> runs) {
  /**
   * Copies the list.
   *
   * @param name its name
   * @param runs one or more runs
   * @throws IllegalArgumentException if there are no runs
   */
  public RunGroup {
    Objects.requireNonNull(name, "name");
    runs = NoNulls.copy(runs, "runs");
    if (runs.isEmpty()) {
      throw new IllegalArgumentException(
          "group " + name + " must have at least one run, but has none");
    }
  }

  /**
   * Its runs in which an activity is known to have {@linkplain Quantity#UNCOMPLETED_ACTIVITIES not
   * completed}: their times may be those of a part of the workflow.
   *
   * @return runs in the order of the group
   */
  public List<RunValues> incompleteRuns() {
    return runs.stream().filter(RunGroup::isIncomplete).toList();
  }

  /**
   * The group without its {@linkplain #incompleteRuns() incomplete runs}.
   *
   * @return a group of the same name, or empty if no run is left
   */
  public Optional<RunGroup> completeRuns() {
    List<RunValues> complete = runs.stream().filter(run -> !isIncomplete(run)).toList();
    return complete.isEmpty() ? Optional.empty() : Optional.of(new RunGroup(name, complete));
  }

  private static boolean isIncomplete(RunValues run) {
    return run.value(Quantity.UNCOMPLETED_ACTIVITIES).orElse(0) > 0;
  }

  /**
   * The sites that its runs used.
   *
   * @return their names, sorted; empty if none are known
   */
  public Set<String> sites() {
    Set<String> sites = new TreeSet<>();
    runs.forEach(run -> sites.addAll(run.sites()));
    return sites;
  }
}
