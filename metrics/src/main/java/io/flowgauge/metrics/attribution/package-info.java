/**
 * Exact attribution of the makespan along the realised critical path (definitions, "Attribution").
 *
 * <p>{@link io.flowgauge.metrics.attribution.CriticalWalk} walks back from an activity; {@link
 * io.flowgauge.metrics.attribution.RunAttribution} is the result for a run.
 */
package io.flowgauge.metrics.attribution;
