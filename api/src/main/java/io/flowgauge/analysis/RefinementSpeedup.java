package io.flowgauge.analysis;

import java.util.Collection;

/**
 * Speedup of a refinement: a subgraph SG of workflow G was replaced by SH of workflow H, and {@code
 * sp = T_cp(SG) / T_cp(SH)} ([Truong] §5.5, Eq. 5–6; definitions, "Activity and workflow metrics").
 * Immutable and thread-safe.
 *
 * @param beforeSeconds T_cp(SG), the longest path by processing times over the components of SG
 * @param afterSeconds T_cp(SH)
 * @param speedup sp, a ratio; above 1 if the refinement is faster
 */
public record RefinementSpeedup(Measured beforeSeconds, Measured afterSeconds, Measured speedup) {

  /**
   * The speedup between two subgraphs, either of which may be disconnected.
   *
   * @param before metrics of a run of G
   * @param subgraph ids of the activities of SG
   * @param after metrics of a run of H
   * @param refined ids of the activities of SH
   * @return the speedup; absent if a critical path was not measured or SH takes no time
   * @throws IllegalArgumentException if a run has no activity of an id, or a subgraph is empty
   */
  public static RefinementSpeedup of(
      RunMetrics before,
      Collection<String> subgraph,
      RunMetrics after,
      Collection<String> refined) {
    return of(
        before.criticalPathProcessingSeconds(subgraph),
        after.criticalPathProcessingSeconds(refined));
  }

  /**
   * The speedup between two whole workflows.
   *
   * @param before metrics of a run of G
   * @param after metrics of a run of H
   * @return the speedup; absent if a critical path was not measured or SH takes no time
   */
  public static RefinementSpeedup of(RunMetrics before, RunMetrics after) {
    return of(before.criticalPathProcessingSeconds(), after.criticalPathProcessingSeconds());
  }

  /**
   * The speedup between two critical paths already measured.
   *
   * @param before T_cp(SG) in seconds
   * @param after T_cp(SH) in seconds
   * @return the speedup; absent if a critical path was not measured or SH takes no time
   */
  public static RefinementSpeedup of(Measured before, Measured after) {
    return new RefinementSpeedup(before, after, ratio(before, after));
  }

  private static Measured ratio(Measured before, Measured after) {
    if (!before.isMeasured() || !after.isMeasured()) {
      return Measured.absent(before.reason().or(after::reason).orElse(""));
    }
    return after.value() > 0
        ? Measured.of(before.value() / after.value())
        : Measured.absent("the critical path of the refinement takes no time");
  }
}
