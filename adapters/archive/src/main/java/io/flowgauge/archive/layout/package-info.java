/**
 * The layout of events as rows and columns, for database tables and for columnar files. Start at
 * {@link io.flowgauge.archive.layout.TableLayout}.
 */
package io.flowgauge.archive.layout;
