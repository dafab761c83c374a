/** Writes profiles to event logs. Start at {@link io.flowgauge.instrumentation.log.ProfileLog}. */
package io.flowgauge.instrumentation.log;
