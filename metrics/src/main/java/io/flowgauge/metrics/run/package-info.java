/**
 * Metrics of a run and its activities ([Truong] §5.4–5.5, definitions, "Activity and workflow
 * metrics").
 *
 * <p>{@link io.flowgauge.metrics.run.RunMeasures} is the result for a run.
 */
package io.flowgauge.metrics.run;
