package io.flowgauge.traces.files;

/**
 * A reader of files that engines write beside those of their own runs, and that hold the same run
 * once more: the crate beside a trace, the log of the batch system beside the engine's. Such a file
 * is a run of its own only where there is none beside it; else it adds what the run lacks.
 */
public interface Supplementary {}
