/**
 * Random durations of activities: stratified random numbers, and tables of quantile functions to
 * turn them into times. Start at {@link io.flowgauge.probabilistic.draw.DurationTables} and {@link
 * io.flowgauge.probabilistic.draw.Strata}. Any duration can be had without the others, again and
 * again.
 */
package io.flowgauge.probabilistic.draw;
