/**
 * Terminals, pipes and signals to which the command's streams are connected. Start at {@link
 * io.flowgauge.cli.terminal.Terminal}.
 */
package io.flowgauge.cli.terminal;
