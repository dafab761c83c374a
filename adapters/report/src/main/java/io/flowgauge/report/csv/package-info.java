/** Reports as tables, for programs that analyse tables. */
package io.flowgauge.report.csv;
