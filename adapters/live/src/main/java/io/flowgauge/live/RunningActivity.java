package io.flowgauge.live;

import java.util.Optional;

/**
 * A running activity. Immutable and thread-safe.
 *
 * @param id its id
 * @param type its type
 * @param attempt number of the running attempt, counted from 1
 * @param processor the processor it runs on, if known
 * @param seconds how long this attempt has been running
 */
public record RunningActivity(
    String id, String type, int attempt, Optional<String> processor, double seconds) {}
