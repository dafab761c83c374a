/**
 * Plots of event logs in the style of nlv of the NetLogger toolkit: time runs to the right, stages
 * are stacked upwards, and a line for each object joins all its events.
 *
 * <p>Start at {@link io.flowgauge.log.plot.LifelinePlot}.
 */
package io.flowgauge.log.plot;
