/**
 * Random durations of activities: stratified random numbers, and tables of quantile functions to
 * turn them into times. Start at {@link io.flowgauge.probabilistic.draw.DurationTables} and {@link
 * io.flowgauge.probabilistic.draw.Strata}. Any duration can be recomputed without the others.
 */
package io.flowgauge.probabilistic.draw;
