/** Makespans and remaining times, simulated with what was learned. */
package io.flowgauge.learning.forecast;
