/**
 * Forecasts of load series and of durations. Simple forecasters compete, and the choice depends on
 * how well each did so far, as in the Network Weather Service. Start at {@link
 * io.flowgauge.resources.forecast.LoadForecaster} and {@link
 * io.flowgauge.resources.forecast.DurationForecaster}.
 */
package io.flowgauge.resources.forecast;
