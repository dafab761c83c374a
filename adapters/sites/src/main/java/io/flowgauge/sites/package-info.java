/**
 * Instrumentation across machines and sites ([Truong] §3): {@link io.flowgauge.sites.Sites} makes
 * requests, {@link io.flowgauge.sites.SitesDaemon} answers them as a node, a site or a hub, and
 * {@link io.flowgauge.sites.Authority} issues the certificates by which they recognise one another.
 */
package io.flowgauge.sites;
