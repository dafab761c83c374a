/**
 * Latency of jobs that are submitted again when they take too long. {@link
 * io.flowgauge.probabilistic.resubmission.ResubmittedJobs} is the entry point.
 */
package io.flowgauge.probabilistic.resubmission;
