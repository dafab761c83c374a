/**
 * Reads what the batch system Slurm keeps of jobs ({@link io.flowgauge.model.slurm.SlurmReader}),
 * and joins it to the runs of engines by their native ids ({@link
 * io.flowgauge.model.slurm.SlurmJobs}).
 */
package io.flowgauge.model.slurm;
