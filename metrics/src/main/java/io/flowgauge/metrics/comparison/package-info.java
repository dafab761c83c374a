/**
 * Groups of runs side by side, with a test whether they differ by more than chance: {@link
 * io.flowgauge.metrics.comparison.ComparisonService}, the start.
 */
package io.flowgauge.metrics.comparison;
