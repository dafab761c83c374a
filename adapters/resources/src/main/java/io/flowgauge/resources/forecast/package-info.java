/**
 * Forecasts of load series and of durations, chosen among simple ones by how well each did so far,
 * as the Network Weather Service does. Entries: {@link
 * io.flowgauge.resources.forecast.LoadForecaster} and {@link
 * io.flowgauge.resources.forecast.DurationForecaster}.
 */
package io.flowgauge.resources.forecast;
