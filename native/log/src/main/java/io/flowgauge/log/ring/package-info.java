/**
 * The ring files of a log. The package {@code io.flowgauge.log} describes their format. Writers
 * start at {@link io.flowgauge.log.ring.RingSession}, readers at {@link
 * io.flowgauge.log.ring.RingReader}.
 */
package io.flowgauge.log.ring;
