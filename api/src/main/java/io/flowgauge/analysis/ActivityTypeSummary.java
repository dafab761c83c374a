package io.flowgauge.analysis;

import io.flowgauge.workflow.ActivityKind;

/**
 * Summary of the activities of one type; times are those of their last attempts, in seconds.
 * Immutable and thread-safe.
 *
 * @param type the type
 * @param kind kind of the activities; COMPUTE if both kinds occur
 * @param count number of activities of the type
 * @param meanSeconds mean of T
 * @param p95Seconds 95th percentile of T (nearest rank)
 * @param totalSeconds sum of T
 * @param waitingSeconds mean time from SUBMITTED to PENDING
 * @param queueSeconds mean time from PENDING (SUBMITTED where PENDING is not recorded) to ACTIVE
 */
public record ActivityTypeSummary(
    String type,
    ActivityKind kind,
    int count,
    Measured meanSeconds,
    Measured p95Seconds,
    Measured totalSeconds,
    Measured waitingSeconds,
    Measured queueSeconds) {}
