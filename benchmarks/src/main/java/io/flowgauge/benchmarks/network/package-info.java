/** Forecasts of whole workflows compared with plain Monte Carlo. */
package io.flowgauge.benchmarks.network;
