package io.flowgauge.instrumentation.tracking;

/**
 * What a tracker has seen so far. Immutable and thread-safe.
 *
 * @param found processes that matched
 * @param instrumented those of them that got sensors
 * @param refused those that got none
 * @param ended instrumented ones that are over
 * @param overLimit matches beyond the number of processes that are tracked at a time; they are
 *     among the refused
 * @param unseen when polling, numbers the system gave to threads, and to processes too short to be
 *     seen: no more processes than that were missed
 * @param lostStarts when told by the kernel, how often starts came too fast to be taken; all
 *     processes are looked at then
 * @param listenerFailures exceptions of listeners
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
