/**
 * Sites and hubs: they pass requests on to nodes and to sites, and put the answers together
 * ([Truong] §3: Instrumentation Forwarding Service and Instrumentation Mediator).
 */
package io.flowgauge.sites.forward;
