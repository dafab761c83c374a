/**
 * Simulates makespans and remaining times from what was learned. Start at {@link
 * io.flowgauge.learning.forecast.WorkflowPrediction}.
 */
package io.flowgauge.learning.forecast;
