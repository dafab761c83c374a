/**
 * Predicts makespans as distributions. {@link io.flowgauge.probabilistic.PredictionService} is
 * found as a service; {@code chain} and {@code network} are the two models, and the other packages
 * serve them.
 */
package io.flowgauge.probabilistic;
