/**
 * Reports and comparisons as text for a terminal: the conclusion first, then the figures behind it.
 *
 * <p>{@link io.flowgauge.report.text.TextReport} and {@link
 * io.flowgauge.report.text.TextComparison} are found as services under the format {@code text};
 * {@link io.flowgauge.Flowgauge#text} calls the former.
 */
package io.flowgauge.report.text;
