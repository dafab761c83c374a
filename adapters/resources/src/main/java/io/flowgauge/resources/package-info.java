/**
 * Samples processes and hosts: what activities waited for processors because of other programs, and
 * the load of the host. Entry: {@link io.flowgauge.resources.ResourceMonitor}.
 */
package io.flowgauge.resources;
