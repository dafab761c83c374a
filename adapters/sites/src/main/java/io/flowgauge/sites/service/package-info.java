/**
 * The server shared by nodes, sites and hubs: it admits connections and passes requests to a
 * responder. Start at {@link io.flowgauge.sites.service.ServiceServer}.
 */
package io.flowgauge.sites.service;
