/**
 * The parts of the binary format, for writers and readers; the format is described in {@code
 * io.flowgauge.log}.
 */
package io.flowgauge.log.format;
