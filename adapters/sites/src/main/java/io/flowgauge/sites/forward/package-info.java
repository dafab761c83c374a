/**
 * Sites and hubs, which forward requests to nodes and to sites and combine the answers ([Truong]
 * §3: Instrumentation Forwarding Service and Instrumentation Mediator). Start at {@link
 * io.flowgauge.sites.forward.ForwardingService}.
 */
package io.flowgauge.sites.forward;
