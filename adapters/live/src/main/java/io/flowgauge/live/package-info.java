/** Watches runs while they go on. Start at {@link io.flowgauge.live.LiveMonitor}. */
package io.flowgauge.live;
