package io.flowgauge.model;

import io.flowgauge.model.core.Recorder;
import io.flowgauge.model.core.WorkflowAssembly;
import io.flowgauge.run.RunRecorder;
import io.flowgauge.spi.ModelProvider;
import io.flowgauge.workflow.WorkflowBuilder;

/** Workflows and runs in columns. Stateless and thread-safe. */
public final class ModelService implements ModelProvider {

  /** Creates the provider; called by {@link java.util.ServiceLoader}. */
  public ModelService() {}

  @Override
  public WorkflowBuilder workflow(String name) {
    return new WorkflowAssembly(name);
  }

  @Override
  public RunRecorder recorder(String name) {
    return new Recorder(name);
  }
}
