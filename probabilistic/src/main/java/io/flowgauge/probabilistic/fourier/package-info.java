/**
 * Fourier transforms of probabilities on equally spaced points, whose products are transforms of
 * sums. Start at {@link io.flowgauge.probabilistic.fourier.Spectrum}. Knows nothing of what the
 * points stand for.
 *
 * <p>A forecast of a series-parallel workflow is transforms for the most part, so they are our own,
 * of real numbers in half the length and without putting them in order. Commons Math transforms
 * complex numbers only, in order: in arrays of two parts, or with an object for each number.
 */
package io.flowgauge.probabilistic.fourier;
