/**
 * Text tables: columns named in the first line, separated by tabs, commas, semicolons or vertical
 * bars. Start at {@link io.flowgauge.traces.table.TableColumns#in}.
 */
package io.flowgauge.traces.table;
