/**
 * Compares groups of runs, and tests whether they differ by more than chance. Start at {@link
 * io.flowgauge.metrics.comparison.ComparisonService}.
 */
package io.flowgauge.metrics.comparison;
