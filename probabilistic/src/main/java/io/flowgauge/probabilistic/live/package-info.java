/**
 * Forecasts of runs in progress: laws of the remaining time, given what has ended and how long the
 * rest has been running. Entry points are {@link io.flowgauge.probabilistic.live.TrackedChain} and
 * {@link io.flowgauge.probabilistic.live.MeasuredRuns}.
 */
package io.flowgauge.probabilistic.live;
