/**
 * Text tables: columns named in the first line, separated by tabs, commas, semicolons or vertical
 * bars. Start at {@link io.flowgauge.model.table.Columns#in}.
 */
package io.flowgauge.model.table;
