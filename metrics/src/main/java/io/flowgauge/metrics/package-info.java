/**
 * Analyses runs for {@link io.flowgauge.Flowgauge}.
 *
 * <p>{@link io.flowgauge.metrics.AnalysisService} is found as a service. {@code activity} splits
 * the time of single activities, {@code overhead} sums it up over regions, {@code attribution}
 * along the critical path, {@code run} holds the metrics, {@code comparison} compares groups of
 * runs.
 */
package io.flowgauge.metrics;
