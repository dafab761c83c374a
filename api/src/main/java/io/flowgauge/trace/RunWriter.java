package io.flowgauge.trace;

import io.flowgauge.run.WorkflowRun;
import java.io.IOException;
import java.io.OutputStream;
import java.util.List;

/**
 * Writes one trace format. Implementations are found by {@link java.util.ServiceLoader}, and are
 * stateless and thread-safe.
 */
public interface RunWriter {

  /**
   * Short name of the format, such as {@code wfformat-1.5}.
   *
   * @return a lower-case word
   */
  String format();

  /**
   * File name suffixes that select this format; of several that match, the longest counts.
   *
   * @return suffixes such as {@code .wfformat.json}
   */
  List<String> suffixes();

  /**
   * Writes a run.
   *
   * @param run the run
   * @param out receives the bytes; left open
   * @return a diagnostic for everything the format could not hold; empty if nothing was lost
   * @throws IOException if writing fails
   */
  List<Diagnostic> write(WorkflowRun run, OutputStream out) throws IOException;
}
