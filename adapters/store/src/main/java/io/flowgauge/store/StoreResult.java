package io.flowgauge.store;

/**
 * The result of storing a run. Immutable and thread-safe.
 *
 * @param run the run in the repository
 * @param isNew false if the repository already had this run; then nothing was changed, and the run
 *     keeps its first label
 */
public record StoreResult(StoredRun run, boolean isNew) {}
