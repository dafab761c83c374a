/**
 * Identities: names in certificates, keys and trust, and the local users that names are mapped to.
 * Start at {@link io.flowgauge.sites.identity.Credentials} and {@link
 * io.flowgauge.sites.identity.GridMap}.
 */
package io.flowgauge.sites.identity;
