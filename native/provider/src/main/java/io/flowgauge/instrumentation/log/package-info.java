/** Profiles in event logs. Entry: {@link io.flowgauge.instrumentation.log.ProfileLog}. */
package io.flowgauge.instrumentation.log;
