/**
 * The binary format's parts, for writers and readers alike; described in {@code io.flowgauge.log}.
 */
package io.flowgauge.log.format;
