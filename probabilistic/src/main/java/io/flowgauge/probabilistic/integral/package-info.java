/**
 * Adaptive integration of functions ({@link io.flowgauge.probabilistic.integral.Quadrature}) and of
 * survival functions ({@link io.flowgauge.probabilistic.integral.LawMoments}).
 */
package io.flowgauge.probabilistic.integral;
