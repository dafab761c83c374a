/**
 * Streams of events: their messages, and the copies that sites and hubs keep of them on disk
 * ([Gunter] §5: consumers on other machines).
 */
package io.flowgauge.sites.stream;
