/**
 * The files a log's rings are in, for writers and readers alike; described in {@code
 * io.flowgauge.log}.
 */
package io.flowgauge.log.ring;
