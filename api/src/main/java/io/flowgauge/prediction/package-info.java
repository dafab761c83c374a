/**
 * How long a workflow will take, as a distribution: laws of latency, the model of services and data
 * segments of [Glatard], and workflows of any form.
 *
 * <p>Start at {@link io.flowgauge.Flowgauge#predict()} for services in a row, at {@link
 * io.flowgauge.Flowgauge#predict(io.flowgauge.workflow.Workflow)} for a workflow, and at {@link
 * io.flowgauge.prediction.Law} for latencies.
 */
@NullMarked
package io.flowgauge.prediction;

import org.jspecify.annotations.NullMarked;
