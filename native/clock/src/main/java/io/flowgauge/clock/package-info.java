/**
 * Time by the processor's time stamp counter. {@link TickCounter} reads it, {@link TickTime} makes
 * times of the system's monotonic clock of what was read.
 */
package io.flowgauge.clock;
