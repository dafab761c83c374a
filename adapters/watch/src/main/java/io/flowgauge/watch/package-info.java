/**
 * Shows live runs as text ({@link io.flowgauge.watch.WatchText}) and JSON ({@link
 * io.flowgauge.watch.WatchJson}).
 */
package io.flowgauge.watch;
