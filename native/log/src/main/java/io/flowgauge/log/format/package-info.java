/**
 * The parts of the binary format, for writers and readers. The package {@code io.flowgauge.log}
 * describes the format; start at {@link io.flowgauge.log.format.BlockHeader}.
 */
package io.flowgauge.log.format;
