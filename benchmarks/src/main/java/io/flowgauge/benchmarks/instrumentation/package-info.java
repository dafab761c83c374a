/**
 * Measures the cost of sensors in running processes, compared with the alternatives. Start at
 * {@link io.flowgauge.benchmarks.instrumentation.SensorCost}.
 */
package io.flowgauge.benchmarks.instrumentation;
