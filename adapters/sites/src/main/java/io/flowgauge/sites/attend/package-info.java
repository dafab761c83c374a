/**
 * Requests in one direction and replies in the other over one stream: from a hub to a site that
 * called it, and from a node to its helper processes.
 */
package io.flowgauge.sites.attend;
