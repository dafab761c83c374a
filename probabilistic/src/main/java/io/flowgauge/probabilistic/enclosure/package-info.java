/**
 * Distributions of finitely many values that bound others from above or below; their sums and
 * maxima stay on the same side. Start at {@link io.flowgauge.probabilistic.enclosure.DiscreteLaw},
 * which bounds a law.
 */
package io.flowgauge.probabilistic.enclosure;
