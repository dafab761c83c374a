package io.flowgauge.probabilistic.network;

import io.flowgauge.prediction.PredictionBuilder;
import io.flowgauge.spi.WorkflowPredictionProvider;
import io.flowgauge.workflow.Workflow;

/** What {@code Flowgauge.predict(workflow)} finds. Stateless and thread-safe. */
public final class NetworkService implements WorkflowPredictionProvider {
  /** For {@link java.util.ServiceLoader}. */
  public NetworkService() {}

  @Override
  public PredictionBuilder predict(Workflow workflow) {
    return NetworkPrediction.of(workflow);
  }
}
