package io.flowgauge.probabilistic.slots;

import io.flowgauge.prediction.Law;

/**
 * Slots that are alike. Immutable and thread-safe.
 *
 * @param latency latency of every job there, in addition to its own time
 * @param speed all times are divided by this
 */
public record Pool(String name, int slots, Law latency, double speed) {}
