/**
 * The {@code flowgauge} command: its entry {@link io.flowgauge.cli.Main}, and the code that all its
 * subcommands share. Programs use {@link io.flowgauge.Flowgauge} instead.
 */
package io.flowgauge.cli;
