package io.flowgauge.store;

/**
 * A quantity in one stored run. Immutable and thread-safe.
 *
 * @param run the run
 * @param value the value, in the quantity's unit
 */
public record HistoryPoint(StoredRun run, double value) {}
