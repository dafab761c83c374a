package io.flowgauge.history;

/**
 * A source of uncertainty of a forecast. Immutable and thread-safe.
 *
 * @param source what varies, in words, such as {@code times of mProject}
 * @param share fraction of the variance that would disappear if the source did not vary; the shares
 *     need not add up to 1
 */
public record Uncertainty(String source, double share) {}
