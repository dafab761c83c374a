package io.flowgauge.spi;

import io.flowgauge.run.RunRecorder;
import io.flowgauge.run.WorkflowRun;
import io.flowgauge.trace.Diagnostic;
import io.flowgauge.workflow.WorkflowBuilder;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/** Makes workflows and runs. Implementations are stateless and thread-safe. */
public interface ModelProvider {

  /**
   * An empty workflow to build.
   *
   * @param name its name
   * @return the builder
   */
  WorkflowBuilder workflow(String name);

  /**
   * An empty run to record.
   *
   * @param name its name
   * @return the recorder
   */
  RunRecorder recorder(String name);

  /**
   * Reads the run that some files or folders hold together.
   *
   * @param paths files or folders, one or more
   * @return the run
   * @throws IOException if a file cannot be read, or no run can be made of it
   */
  WorkflowRun read(List<Path> paths) throws IOException;

  /**
   * The runs in a folder.
   *
   * @param path a file or folder
   * @return the visible folders in it, sorted by name, if two of them or more hold runs and no file
   *     directly in it does; else the path alone
   * @throws IOException if the folder cannot be read
   */
  List<Path> runsIn(Path path) throws IOException;

  /**
   * Writes a run, in the format the file name asks for.
   *
   * @param run the run
   * @param file where to
   * @return what the format could not hold
   * @throws IOException if writing fails
   */
  List<Diagnostic> write(WorkflowRun run, Path file) throws IOException;
}
