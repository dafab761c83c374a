/** Runs what {@code docs/performance.md} shows, and writes its table. */
package io.flowgauge.benchmarks.table;
