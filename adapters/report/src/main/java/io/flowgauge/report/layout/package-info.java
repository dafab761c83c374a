/**
 * Lays out plain text for a terminal: a {@link io.flowgauge.report.layout.Page} takes lines,
 * paragraphs and titles, a {@link io.flowgauge.report.layout.Table} aligns cells, and {@link
 * io.flowgauge.report.layout.Human} formats times, shares and counts.
 *
 * <p>All text reports use these. Commands and engines can, too, to make their tables look alike.
 */
package io.flowgauge.report.layout;
