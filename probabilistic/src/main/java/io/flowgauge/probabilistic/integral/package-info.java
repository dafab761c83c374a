/** Adaptive integration, of functions and of survival functions. */
package io.flowgauge.probabilistic.integral;
