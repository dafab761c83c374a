package io.flowgauge.comparison;

import io.flowgauge.analysis.RefinementSpeedup;

/**
 * Speedup of a refinement relative to the first group ([Truong] §5.5, Fig. 13), from mean critical
 * paths. Immutable and thread-safe.
 *
 * @param subgraph name of the subgraph; empty for the whole workflow
 * @param group name of the group with the refinement
 * @param speedup speedup of its critical path by processing times relative to the first group's
 */
public record GroupRefinement(String subgraph, String group, RefinementSpeedup speedup) {}
