package io.flowgauge.probabilistic.slots;

import io.flowgauge.prediction.Law;

/**
 * A pool of equal slots. Immutable and thread-safe.
 *
 * @param latency latency of every job in the pool, in addition to its own time
 * @param speed factor by which all times are divided
 */
public record Pool(String name, int slots, Law latency, double speed) {}
