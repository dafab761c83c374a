package io.flowgauge.spi;

import io.flowgauge.prediction.Law;
import io.flowgauge.run.RunRecorder;
import io.flowgauge.run.WorkflowRun;
import io.flowgauge.trace.Diagnostic;
import io.flowgauge.trace.RunSource;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/**
 * Reads runs from trace files and writes them. Implementations are stateless and thread-safe.
 *
 * <p>{@link io.flowgauge.Flowgauge} uses it. To add a format, implement {@link
 * io.flowgauge.trace.RunReader} or {@link io.flowgauge.trace.RunWriter} instead.
 */
public interface TraceProvider {

  /**
   * Reads the run that some files or folders contain together, with its own recorders.
   *
   * @param paths one or more files or folders
   * @return the run
   * @throws io.flowgauge.trace.TraceFormatException if the input does not yield a run
   * @throws IOException if a file cannot be read
   */
  WorkflowRun read(List<Path> paths) throws IOException;

  /**
   * Reads the run that some files or folders contain together, with recorders that the caller
   * supplies.
   *
   * @param paths one or more files or folders
   * @param recorders creates an empty recorder with a given name; the first records the run, later
   *     ones record further descriptions of it, which are joined to it
   * @return the run in the first recorder
   * @throws io.flowgauge.trace.TraceFormatException if the input does not yield a run
   * @throws IOException if a file cannot be read
   */
  WorkflowRun read(List<Path> paths, Function<String, RunRecorder> recorders) throws IOException;

  /**
   * Finds runs in files and folders.
   *
   * @param paths files or folders
   * @return for each path, the visible folders in it, sorted by name, if at least two of them hold
   *     runs and no file directly in it does; otherwise the path itself
   * @throws IOException if a folder cannot be read
   */
  List<RunSource> runsIn(List<Path> paths) throws IOException;

  /**
   * Reads the probability laws of duration in a run document; a {@link WorkflowRun} does not hold
   * them.
   *
   * @param path a file or folder
   * @return laws by activity id; empty if the path is a folder or a file other than a run document
   * @throws io.flowgauge.trace.TraceFormatException if a law is invalid
   * @throws IOException if the file cannot be read
   */
  Map<String, Law> durationLaws(Path path) throws IOException;

  /**
   * Opens a file and unpacks it if it is packed with gzip or xz.
   *
   * @param file the file
   * @return its content; reading it throws a {@link io.flowgauge.trace.TraceFormatException} if a
   *     packed file is damaged, cut off, or unpacks to far more than recorded runs do
   * @throws IOException if it cannot be opened
   */
  InputStream open(Path file) throws IOException;

  /**
   * Writes a run, in the format that the file name's suffix selects.
   *
   * @param run the run
   * @param file the file to write; overwritten if it exists
   * @return what the format could not hold
   * @throws IllegalArgumentException if no format has that suffix
   * @throws IOException if writing fails
   */
  List<Diagnostic> write(WorkflowRun run, Path file) throws IOException;
}
