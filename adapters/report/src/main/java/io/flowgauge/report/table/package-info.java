/** The activities of a run as rows of a table, whatever file it ends in. */
package io.flowgauge.report.table;
