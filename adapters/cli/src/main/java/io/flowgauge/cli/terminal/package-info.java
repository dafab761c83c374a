/** Terminals, pipes and signals: what the command's streams are connected to. */
package io.flowgauge.cli.terminal;
