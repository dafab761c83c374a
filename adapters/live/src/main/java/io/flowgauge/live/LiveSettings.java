package io.flowgauge.live;

import java.time.Duration;
import java.time.InstantSource;

/**
 * What all watched runs have in common. Immutable and thread-safe.
 *
 * @param quiet how long nothing is heard of a run before it is over by that
 */
record LiveSettings(Expectation expectation, Duration quiet, InstantSource clock) {}
