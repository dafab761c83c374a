package io.flowgauge.live;

import java.time.Duration;
import java.time.InstantSource;

/**
 * Settings that all watched runs share. Immutable and thread-safe.
 *
 * @param quiet how long a run must be silent before it is assumed to be over
 */
record LiveSettings(Expectation expectation, Duration quiet, InstantSource clock) {}
