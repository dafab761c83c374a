package io.flowgauge.trace;

import io.flowgauge.run.WorkflowRun;
import java.io.IOException;
import java.nio.file.Path;

/**
 * A run that has been found and can be read.
 *
 * <p>The sources that one call finds share their neighbouring files, so read them all in one
 * thread.
 */
public interface RunSource {

  /**
   * The path that the caller named.
   *
   * @return the path of the run, or the folder in which the run was found
   */
  Path named();

  /**
   * The path of the run.
   *
   * @return a file or folder
   */
  Path path();

  /**
   * Reads the run. Other files named in the same call that hold runs are not read as its
   * companions.
   *
   * @return the run
   * @throws TraceFormatException if the path does not yield a run
   * @throws IOException if a file cannot be read
   */
  WorkflowRun read() throws IOException;
}
