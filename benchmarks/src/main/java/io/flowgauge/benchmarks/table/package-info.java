/**
 * Runs the benchmarks that {@code docs/performance.md} shows and writes its table. Start at {@link
 * io.flowgauge.benchmarks.table.PerformanceTable}.
 */
package io.flowgauge.benchmarks.table;
