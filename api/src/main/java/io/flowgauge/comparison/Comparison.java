package io.flowgauge.comparison;

import java.util.List;
import java.util.Optional;

/** Groups of runs side by side; the first is what the others are compared to. Immutable. */
public interface Comparison {

  /**
   * What is compared.
   *
   * @return two groups or more
   */
  List<RunGroup> groups();

  /**
   * Every quantity that was measured in a run, in order.
   *
   * @return samples and differences; a class of the critical path that got no time in a run counts
   *     as 0 there, all others only where they were measured
   */
  List<ComparedQuantity> quantities();

  /**
   * One of them.
   *
   * @param quantity which
   * @return samples and differences, or empty if it was measured in no run
   */
  Optional<ComparedQuantity> quantity(Quantity quantity);

  /**
   * Confidence level of the intervals, which is also one less the level of significance.
   *
   * @return a fraction
   */
  double confidence();

  /**
   * Speedup and efficiency of every group whose sites all have a group of their own.
   *
   * @return by number of sites; single sites are among them, empty if sites are not known
   */
  List<GroupSpeedup> siteSpeedups();

  /**
   * Speedups of whole workflows and of subgraphs.
   *
   * @return for the workflow, then each subgraph of the first group, each group but the first
   */
  List<GroupRefinement> refinements();

  /**
   * Slowdowns of the fork-joins of all groups.
   *
   * @return by section and group
   */
  List<GroupSlowdown> slowdowns();
}
