/**
 * Metrics of a run and its activities ([Truong] §5.4–5.5, SPEC §3).
 *
 * <p>{@link io.flowgauge.metrics.run.RunMeasures} is the result for a run.
 */
package io.flowgauge.metrics.run;
