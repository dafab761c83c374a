/** Predicts makespans as distributions. */
package io.flowgauge.probabilistic;
