/** Watches runs in progress. Start at {@link io.flowgauge.live.LiveMonitor}. */
package io.flowgauge.live;
