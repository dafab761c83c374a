/**
 * Requests, which are signed by their maker, and checked and logged by their receiver. Start at
 * {@link io.flowgauge.sites.request.RequestSigner} and {@link
 * io.flowgauge.sites.request.RequestAdmission}.
 */
package io.flowgauge.sites.request;
