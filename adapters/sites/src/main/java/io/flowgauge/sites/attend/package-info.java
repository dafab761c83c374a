/**
 * Sends requests in one direction of a stream and replies in the other: from a hub to a site that
 * called it, and from a node to its helper processes. {@link
 * io.flowgauge.sites.attend.PendingRequests} is the requesting end, {@link
 * io.flowgauge.sites.attend.Attendant} the answering one.
 */
package io.flowgauge.sites.attend;
