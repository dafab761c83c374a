/**
 * Times from the processor's time stamp counter. {@link TickCounter} reads it; {@link TickTime}
 * converts readings into times of the system's monotonic clock.
 */
package io.flowgauge.clock;
