/**
 * Benchmarks of learning from earlier runs. Start at {@link
 * io.flowgauge.benchmarks.learning.ServiceModelBenchmark}.
 */
package io.flowgauge.benchmarks.learning;
