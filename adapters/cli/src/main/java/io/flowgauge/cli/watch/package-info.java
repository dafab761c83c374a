/** The command that watches runs. */
package io.flowgauge.cli.watch;
