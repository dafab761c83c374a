/**
 * The way from the blocks of applications to what waits on disk for a consumer. {@link
 * io.flowgauge.activation.collect.Intake} takes blocks in; a {@link
 * io.flowgauge.activation.collect.Collector} selects what one request asks for, and appends it to
 * its {@link io.flowgauge.activation.collect.Spool}. Not for users.
 */
package io.flowgauge.activation.collect;
