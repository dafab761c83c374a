package io.flowgauge.traces;

import io.flowgauge.prediction.Law;
import io.flowgauge.run.RunRecorder;
import io.flowgauge.run.WorkflowRun;
import io.flowgauge.spi.TraceProvider;
import io.flowgauge.trace.Diagnostic;
import io.flowgauge.trace.RunSource;
import io.flowgauge.traces.document.DurationLaws;
import io.flowgauge.traces.files.FileContent;
import io.flowgauge.traces.files.RunFiles;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/** Reads runs from, and writes runs to, files of all formats. Stateless and thread-safe. */
public final class TraceService implements TraceProvider {

  /** Made by {@link java.util.ServiceLoader}. */
  public TraceService() {}

  @Override
  public WorkflowRun read(List<Path> paths) throws IOException {
    return RunFiles.read(paths);
  }

  @Override
  public WorkflowRun read(List<Path> paths, Function<String, RunRecorder> recorders)
      throws IOException {
    return RunFiles.read(paths, recorders);
  }

  @Override
  public List<RunSource> runsIn(List<Path> paths) throws IOException {
    return RunFiles.runsIn(paths);
  }

  @Override
  public Map<String, Law> durationLaws(Path path) throws IOException {
    return DurationLaws.read(path);
  }

  @Override
  public InputStream open(Path file) throws IOException {
    return FileContent.open(file);
  }

  @Override
  public List<Diagnostic> write(WorkflowRun run, Path file) throws IOException {
    return RunFiles.write(run, file);
  }
}
