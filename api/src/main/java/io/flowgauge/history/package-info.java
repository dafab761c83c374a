/**
 * Predicting the next run from earlier ones: {@link io.flowgauge.history.History#of History.of}
 * learns, {@link io.flowgauge.prediction.NetworkPrediction#from from} predicts.
 */
@NullMarked
package io.flowgauge.history;

import org.jspecify.annotations.NullMarked;
