/**
 * Fourier transforms of probabilities on equally spaced points, whose products are transforms of
 * sums. Start at {@link io.flowgauge.probabilistic.fourier.Spectrum}. The package does not depend
 * on the meaning of the points.
 *
 * <p>Forecasts of series-parallel workflows spend most of their time in transforms. Ours work on
 * real numbers in half the length and skip reordering; Commons Math transforms complex numbers only
 * and reorders them.
 */
package io.flowgauge.probabilistic.fourier;
