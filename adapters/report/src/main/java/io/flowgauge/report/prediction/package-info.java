/**
 * Predictions as documents: a {@link io.flowgauge.report.prediction.PredictionReport} holds a
 * forecast with everything that a report states about it, {@link
 * io.flowgauge.report.prediction.TextPrediction} writes it for people, {@link
 * io.flowgauge.report.prediction.JsonPrediction} for programs.
 */
package io.flowgauge.report.prediction;
