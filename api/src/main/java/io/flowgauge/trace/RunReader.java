package io.flowgauge.trace;

import io.flowgauge.run.RunRecorder;
import java.io.IOException;
import java.util.List;
import java.util.Optional;

/**
 * Reads one trace format. Implementations are found by {@link java.util.ServiceLoader}, and are
 * stateless and thread-safe.
 *
 * <p>A run may be spread over several files, such as a Nextflow trace and a file of its edges: all
 * files of a run are offered together, and the reader says what each is to it.
 */
public interface RunReader {

  /** What a file is to a reader. Immutable and thread-safe. */
  enum Match {
    /** Not this format. */
    NO,
    /** Adds to a run in another file, such as edges beside a trace. */
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
   * @return what the file is to this reader
   */
  Match match(TraceFile file);

  /**
   * Chooses, among several files of one folder that this reader recognised as runs, the one that
   * holds the run and that the others, as its companions, add to.
   *
   * @param runs two or more files
   * @return one of them; empty, the default, if each is a run of its own
   */
  default Optional<TraceFile> main(List<TraceFile> runs) {
    return Optional.empty();
  }

  /**
   * Whether a dependency that closes a cycle spoils only itself. It is then left out, with a
   * diagnostic; otherwise such a file does not yield a run.
   *
   * @return true for what live engines wrote step by step; false, the default, for files that state
   *     a whole workflow
   */
  default boolean leavesOutCycles() {
    return false;
  }

  /**
   * Whether this reads files that lie beside those of engines' own runs, and that hold the same run
   * once more, or something of it: the crate beside a trace, the log of the batch system beside the
   * engine's, the load of the hosts. Such a file is a run of its own only where there is none
   * beside it; else it adds what the run lacks.
   *
   * @return false, the default, for the files of engines
   */
  default boolean isSupplementary() {
    return false;
  }

  /**
   * Reads a run into a recorder, with a diagnostic for everything odd.
   *
   * @param file the file that holds the run
   * @param companions files beside it or in folders below it that this reader recognised as
   *     companions, and those passed over by {@link #main} in favour of it
   * @param into the recorder of the run
   * @return name of the run; empty to use that of the file
   * @throws TraceFormatException if the file does not yield a run
   * @throws IOException if a file cannot be read
   */
  String read(TraceFile file, List<TraceFile> companions, RunRecorder into) throws IOException;
}
