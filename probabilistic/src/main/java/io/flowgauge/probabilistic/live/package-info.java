/**
 * Forecasts while a run goes on: laws of what remains, given what has ended and how long the rest
 * has been running. Entries are {@link io.flowgauge.probabilistic.live.TrackedChain} and {@link
 * io.flowgauge.probabilistic.live.MeasuredRuns}.
 */
package io.flowgauge.probabilistic.live;
