package io.flowgauge.store;

import io.flowgauge.comparison.RunValues;

/**
 * A stored run with its compared quantities. Immutable and thread-safe.
 *
 * @param run the run
 * @param values what was measured in it
 */
public record StoredValues(StoredRun run, RunValues values) {}
