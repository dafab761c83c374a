/** The activities of a run as rows of a table, for any kind of file. */
package io.flowgauge.report.table;
