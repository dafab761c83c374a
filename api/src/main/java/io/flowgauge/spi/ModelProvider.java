package io.flowgauge.spi;

import io.flowgauge.run.RunRecorder;
import io.flowgauge.workflow.WorkflowBuilder;

/**
 * Creates builders of workflows and recorders of runs. Implementations are stateless and
 * thread-safe.
 */
public interface ModelProvider {

  /**
   * Starts building a workflow.
   *
   * @param name name of the workflow
   * @return an empty builder
   */
  WorkflowBuilder workflow(String name);

  /**
   * Starts recording a run.
   *
   * @param name name of the run
   * @return an empty recorder
   */
  RunRecorder recorder(String name);
}
