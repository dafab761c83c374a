package io.flowgauge.comparison;

import java.util.List;
import java.util.Optional;

/** A comparison of groups of runs with the first group. Immutable and thread-safe. */
public interface Comparison {

  /**
   * The groups compared.
   *
   * @return two or more groups
   */
  List<RunGroup> groups();

  /**
   * All quantities measured in any run, in their natural order.
   *
   * @return samples and differences; an overhead class without time on a run's critical path counts
   *     as 0 there; all other quantities count only where they were measured
   */
  List<ComparedQuantity> quantities();

  /**
   * One compared quantity.
   *
   * @param quantity the quantity
   * @return samples and differences, or empty if no run measured it
   */
  Optional<ComparedQuantity> quantity(Quantity quantity);

  /**
   * Confidence level of the intervals, {@code 1 - significance level}.
   *
   * @return a fraction
   */
  double confidence();

  /**
   * Speedup and efficiency of every group whose runs all used the same sites, if for each of these
   * there is also a group of runs on that site alone.
   *
   * @return in order of the number of sites, including single sites; empty if sites are not known
   */
  List<GroupSpeedup> siteSpeedups();

  /**
   * Speedups of whole workflows and of subgraphs.
   *
   * @return speedups of the whole workflow, then of each subgraph of the first group; for each of
   *     these, one for each group except the first
   */
  List<GroupRefinement> refinements();

  /**
   * Slowdowns of the fork-joins of all groups.
   *
   * @return in order of section, then group
   */
  List<GroupSlowdown> slowdowns();
}
