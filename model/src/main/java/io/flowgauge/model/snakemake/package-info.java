/**
 * Reads what Snakemake leaves of a run: the events of a log handler, its log, its metadata.
 *
 * <p>Start at {@link io.flowgauge.model.snakemake.SnakemakeReader}.
 */
package io.flowgauge.model.snakemake;
