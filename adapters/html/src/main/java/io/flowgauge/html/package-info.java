/**
 * Reports as one page with charts, which a browser opens from disk without a network.
 *
 * <p>{@link io.flowgauge.html.HtmlReport} is found as a service under the format {@code html}.
 */
package io.flowgauge.html;
