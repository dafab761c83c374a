/**
 * Reads the accounting records of the batch system Slurm ({@link
 * io.flowgauge.traces.slurm.SlurmReader}), and joins them to the runs of engines by native job ids
 * ({@link io.flowgauge.traces.slurm.SlurmJobs}).
 */
package io.flowgauge.traces.slurm;
