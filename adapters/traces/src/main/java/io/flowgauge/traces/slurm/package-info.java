/**
 * Reads the records that the batch system Slurm keeps of jobs ({@link
 * io.flowgauge.traces.slurm.SlurmReader}), and joins it to the runs of engines by their native ids
 * ({@link io.flowgauge.traces.slurm.SlurmJobs}).
 */
package io.flowgauge.traces.slurm;
