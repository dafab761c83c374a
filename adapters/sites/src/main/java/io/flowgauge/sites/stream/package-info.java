/**
 * Streams of events for consumers on other machines ([Gunter] §5): their messages, and the copies
 * that sites and hubs keep on disk. Start at {@link io.flowgauge.sites.stream.EventMirrors}.
 */
package io.flowgauge.sites.stream;
