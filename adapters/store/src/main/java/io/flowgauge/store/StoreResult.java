package io.flowgauge.store;

/**
 * What became of a run that was to be stored. Immutable and thread-safe.
 *
 * @param run the run in the repository
 * @param isNew false if the repository had the same run already: then nothing was changed, and its
 *     label is the one it was first stored with
 */
public record StoreResult(StoredRun run, boolean isNew) {}
