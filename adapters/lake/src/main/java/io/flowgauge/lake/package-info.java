/**
 * Keeps years of runs as Parquet files and queries them. Start at {@link io.flowgauge.lake.Lake}.
 */
package io.flowgauge.lake;
