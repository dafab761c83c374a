package io.flowgauge.trace;

import io.flowgauge.run.RunRecorder;
import java.io.IOException;
import java.util.List;
import java.util.Optional;

/**
 * Reads one trace format. Implementations are found by {@link java.util.ServiceLoader}, are
 * stateless and thread-safe.
 *
 * <p>A run may be spread over several files, as a Nextflow trace with the edges beside it: all
 * files of a run are offered together, and a reader says what it makes of each.
 */
public interface RunReader {

  /** What a reader makes of a file. Immutable and thread-safe. */
  enum Match {
    /** Not this format. */
    NO,
    /** Adds to a run whose main file is another, such as edges beside a trace. */
    COMPANION,
    /** Holds a run. */
    RUN
  }

  /**
   * Short name of the format, such as {@code nextflow-trace}.
   *
   * @return a lower-case word
   */
  String format();

  /**
   * Recognises a file by its content.
   *
   * @param file the file with its beginning
   * @return what this reader makes of it
   */
  Match match(TraceFile file);

  /**
   * Chooses among several files of one folder in which this reader sees a run: the file that holds
   * the run, where the others add to it. They are its companions then.
   *
   * @param runs two files or more
   * @return one of them; empty, as by default, if they are runs of their own
   */
  default Optional<TraceFile> main(List<TraceFile> runs) {
    return Optional.empty();
  }

  /**
   * Reads a run into a recorder. What is odd becomes a diagnostic.
   *
   * @param file the file that holds the run
   * @param companions files beside it or in folders below it that this reader recognised as
   *     companions, and those that {@link #main} chose it over
   * @param into where to put the run
   * @return name of the run; empty for the name of the file
   * @throws TraceFormatException if no run can be made of it
   * @throws IOException if a file cannot be read
   */
  String read(TraceFile file, List<TraceFile> companions, RunRecorder into) throws IOException;
}
