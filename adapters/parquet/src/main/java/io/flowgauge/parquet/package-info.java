/** Event logs into columnar files; see {@link io.flowgauge.parquet.ParquetExport}. */
package io.flowgauge.parquet;
