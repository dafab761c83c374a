/**
 * Reports as CSV, for programs that analyse tables. Start at {@link
 * io.flowgauge.report.csv.CsvReport}.
 */
package io.flowgauge.report.csv;
