/**
 * The server that a node, a site and a hub have in common: it admits connections, and passes
 * requests to a responder.
 */
package io.flowgauge.sites.service;
