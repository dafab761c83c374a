/**
 * Turns the blocks that applications send into events that wait on disk for a consumer. {@link
 * io.flowgauge.activation.collect.Intake} receives the blocks; a {@link
 * io.flowgauge.activation.collect.Collector} selects what one request asks for, and appends it to
 * its {@link io.flowgauge.activation.collect.Spool}. Not for users.
 */
package io.flowgauge.activation.collect;
