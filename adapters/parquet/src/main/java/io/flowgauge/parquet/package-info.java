/** Exports event logs to columnar files. Start at {@link io.flowgauge.parquet.ParquetExport}. */
package io.flowgauge.parquet;
