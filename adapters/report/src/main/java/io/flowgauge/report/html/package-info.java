/**
 * Reports and comparisons as a single page with charts, which a browser opens from disk, offline.
 *
 * <p>{@link io.flowgauge.report.html.HtmlReport} and {@link
 * io.flowgauge.report.html.HtmlComparison} are found as services under the format {@code html}.
 */
package io.flowgauge.report.html;
