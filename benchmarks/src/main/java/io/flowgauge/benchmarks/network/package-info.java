/**
 * Compares forecasts of whole workflows with plain Monte Carlo. Start at {@link
 * io.flowgauge.benchmarks.network.NetworkBenchmark}.
 */
package io.flowgauge.benchmarks.network;
