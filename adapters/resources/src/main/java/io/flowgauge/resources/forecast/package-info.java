/**
 * Forecasts of load series, chosen among simple ones by how well each did so far, as the Network
 * Weather Service does. Entry: {@link io.flowgauge.resources.forecast.LoadForecaster}.
 */
package io.flowgauge.resources.forecast;
