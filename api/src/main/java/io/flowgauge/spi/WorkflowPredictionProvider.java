package io.flowgauge.spi;

import io.flowgauge.prediction.PredictionBuilder;
import io.flowgauge.workflow.Workflow;

/** Predicts makespans of workflows. Implementations are stateless and thread-safe. */
public interface WorkflowPredictionProvider {

  /**
   * A prediction of a workflow, with no latencies and one data segment.
   *
   * @param workflow the workflow
   * @return the builder
   */
  PredictionBuilder predict(Workflow workflow);
}
