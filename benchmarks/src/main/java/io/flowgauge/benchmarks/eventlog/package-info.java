/**
 * Compares the event log with other logging libraries, all on the test event of [Gunter] §4.2: a
 * time stamp, three constant texts, a changing int and a changing float.
 *
 * <p>Start at {@link io.flowgauge.benchmarks.eventlog.EventLogBenchmark}.
 */
package io.flowgauge.benchmarks.eventlog;
