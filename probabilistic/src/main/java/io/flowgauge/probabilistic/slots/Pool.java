package io.flowgauge.probabilistic.slots;

import io.flowgauge.prediction.Law;

/**
 * Slots that are alike. Immutable and thread-safe.
 *
 * @param latency of every job there, besides its own time
 * @param speed what all times are divided by
 */
public record Pool(String name, int slots, Law latency, double speed) {}
