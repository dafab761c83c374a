/**
 * Times read from a recorded run: when activities could begin, ran and ended, and on how many
 * slots. Entry points are {@link io.flowgauge.probabilistic.recorded.ObservedTimes} and {@link
 * io.flowgauge.probabilistic.recorded.LoadProfile}.
 */
package io.flowgauge.probabilistic.recorded;
