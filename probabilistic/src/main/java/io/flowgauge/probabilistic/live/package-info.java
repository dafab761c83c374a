/**
 * Forecasts while a run goes on: laws of what remains, given what has ended and how long the rest
 * has been running. {@link io.flowgauge.probabilistic.live.RunningService} is the entry.
 */
package io.flowgauge.probabilistic.live;
