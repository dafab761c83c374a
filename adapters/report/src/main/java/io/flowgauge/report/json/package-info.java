/**
 * Reports and comparisons as JSON documents for other programs.
 *
 * <p>{@link io.flowgauge.report.json.JsonReport} and {@link
 * io.flowgauge.report.json.JsonComparison} are found as services under the format {@code json};
 * {@link io.flowgauge.Flowgauge#json} calls the former.
 */
package io.flowgauge.report.json;
