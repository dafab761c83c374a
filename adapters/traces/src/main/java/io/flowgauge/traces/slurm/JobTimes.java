package io.flowgauge.traces.slurm;

import java.util.OptionalLong;

/**
 * Slurm's record of one attempt of a job. Times are nanoseconds since 1970-01-01T00:00:00 by the
 * engine's clock. Immutable and thread-safe.
 *
 * @param state its last known state
 * @param eligible when it became eligible to run, if that was after its submission
 * @param start when it got its nodes
 * @param end when it ended
 * @param nodes names of its nodes in Slurm's notation; empty if unknown
 * @param cpus number of processors it had; 0 if unknown
 * @param exit exit code and signal, such as {@code 0:9}; empty if unknown
 */
public record JobTimes(
    SlurmJobState state,
    OptionalLong eligible,
    OptionalLong start,
    OptionalLong end,
    String nodes,
    int cpus,
    String exit) {}
