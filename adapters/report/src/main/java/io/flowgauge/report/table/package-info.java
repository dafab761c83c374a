/** The activities of a run as rows of a table, independent of the file format. */
package io.flowgauge.report.table;
