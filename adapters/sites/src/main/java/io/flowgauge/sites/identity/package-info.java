/** Who is who: names in certificates, keys and trust, and which local user a name stands for. */
package io.flowgauge.sites.identity;
