/**
 * The activities of a run as rows of a table, independent of the file format. Start at {@link
 * io.flowgauge.report.table.ActivityTable}.
 */
package io.flowgauge.report.table;
