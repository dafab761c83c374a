/** Identities: names in certificates, keys and trust, and the local user that a name stands for. */
package io.flowgauge.sites.identity;
