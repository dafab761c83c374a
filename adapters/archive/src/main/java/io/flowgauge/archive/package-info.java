/**
 * Events in tables of a relational database and in columnar files.
 *
 * <p>Start at {@link io.flowgauge.archive.Archive} and {@link io.flowgauge.archive.ParquetExport}.
 */
package io.flowgauge.archive;
