/**
 * Process tracking ([MATE]): finds the processes of an activity by executable, checksum,
 * environment or cgroup, puts sensors into them as they start, and joins their measurements by job.
 * Entry: {@link io.flowgauge.instrumentation.tracking.ProcessTracker}.
 */
package io.flowgauge.instrumentation.tracking;
