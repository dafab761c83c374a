/**
 * Samples processes and hosts: how long activities waited for processors because of other programs,
 * and the load of the host. Start at {@link io.flowgauge.resources.ResourceMonitor}.
 */
package io.flowgauge.resources;
