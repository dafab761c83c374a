package io.flowgauge.instrumentation.tracking;

/**
 * Counts of what a tracker has seen so far. Immutable and thread-safe.
 *
 * @param found processes that matched
 * @param instrumented those of them that got sensors
 * @param refused those of them that were refused sensors
 * @param ended instrumented processes that have ended
 * @param overLimit processes refused because too many were tracked at that time
 * @param unseen when polling, ids that the system gave to threads and to processes too short-lived
 *     to be seen; at most this many processes were missed
 * @param lostStarts when the kernel reports starts, how often reports were lost because they came
 *     too fast; all processes are then scanned
 * @param listenerFailures exceptions thrown by listeners
 */
public record TrackingCounts(
    long found,
    long instrumented,
    long refused,
    long ended,
    long overLimit,
    long unseen,
    long lostStarts,
    long listenerFailures) {}
