package io.flowgauge.traces.files;

import io.flowgauge.run.RunRecorder;
import io.flowgauge.run.WorkflowRun;
import io.flowgauge.trace.RunSource;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Function;

/** A run among several that are read one after the other. */
record FoundRun(Path named, Path path, RunInput input, Function<String, RunRecorder> recorders)
    implements RunSource {

  @Override
  public WorkflowRun read() throws IOException {
    return input.read(List.of(path), recorders);
  }

  @Override
  public String toString() {
    return path.toString();
  }
}
