/** Years of runs as Parquet files; see {@link io.flowgauge.lake.Lake}. */
package io.flowgauge.lake;
