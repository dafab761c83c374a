/**
 * Reads runs of Snakemake: the events of a log handler, the log, and the metadata.
 *
 * <p>Start at {@link io.flowgauge.traces.snakemake.SnakemakeReader}.
 */
package io.flowgauge.traces.snakemake;
