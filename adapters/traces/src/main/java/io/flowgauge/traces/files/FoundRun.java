package io.flowgauge.traces.files;

import io.flowgauge.run.WorkflowRun;
import io.flowgauge.trace.RunSource;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/** A run among several that are read one after another. */
record FoundRun(Path named, Path path, RunInput input) implements RunSource {

  @Override
  public WorkflowRun read() throws IOException {
    return input.read(List.of(path), Recorders.unshared());
  }

  @Override
  public String toString() {
    return path.toString();
  }
}
