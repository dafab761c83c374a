/**
 * The {@code flowgauge} command: reports, conversions, and a shell. It starts at {@link
 * io.flowgauge.cli.Main}; programs use {@link io.flowgauge.Flowgauge} instead.
 */
package io.flowgauge.cli;
