/** Forecasts of whole workflows beside plain Monte Carlo. */
package io.flowgauge.benchmarks.network;
