package io.flowgauge.analysis;

import io.flowgauge.workflow.ActivityKind;

/**
 * The activities of one type. Times in seconds, of last attempts. Immutable and thread-safe.
 *
 * @param type the type
 * @param kind their kind; COMPUTE where both occur
 * @param count how many
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
