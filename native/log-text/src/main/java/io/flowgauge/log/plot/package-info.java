/**
 * Pictures of event logs, as nlv of the NetLogger toolkit draws them: time to the right, events
 * upwards in the order of their stages, a line for each object through all its events.
 *
 * <p>Start at {@link io.flowgauge.log.plot.LifelinePlot}.
 */
package io.flowgauge.log.plot;
