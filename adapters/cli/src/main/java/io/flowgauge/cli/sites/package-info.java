/** The commands of sites: services and the keys they need. */
package io.flowgauge.cli.sites;
