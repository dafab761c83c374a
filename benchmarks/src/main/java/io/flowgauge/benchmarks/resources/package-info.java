/**
 * Measures the cost of sampling processes, compared with plain code. Start at {@link
 * io.flowgauge.benchmarks.resources.SamplerCost}.
 */
package io.flowgauge.benchmarks.resources;
