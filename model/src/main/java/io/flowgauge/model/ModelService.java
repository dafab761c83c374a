package io.flowgauge.model;

import io.flowgauge.model.core.Recorder;
import io.flowgauge.model.core.WorkflowAssembly;
import io.flowgauge.model.trace.RunFiles;
import io.flowgauge.run.RunRecorder;
import io.flowgauge.run.WorkflowRun;
import io.flowgauge.spi.ModelProvider;
import io.flowgauge.trace.Diagnostic;
import io.flowgauge.workflow.WorkflowBuilder;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/** Workflows and runs in columns. Stateless and thread-safe. */
public final class ModelService implements ModelProvider {

  /** Made by {@link java.util.ServiceLoader}. */
  public ModelService() {}

  @Override
  public WorkflowBuilder workflow(String name) {
    return new WorkflowAssembly(name);
  }

  @Override
  public RunRecorder recorder(String name) {
    return new Recorder(name);
  }

  @Override
  public WorkflowRun read(List<Path> paths) throws IOException {
    return RunFiles.read(paths, this::recorder);
  }

  @Override
  public List<Path> runsIn(Path path) throws IOException {
    return RunFiles.runsIn(path);
  }

  @Override
  public List<Diagnostic> write(WorkflowRun run, Path file) throws IOException {
    return RunFiles.write(run, file);
  }
}
