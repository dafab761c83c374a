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
 * files of a run are offered together, and the reader says which role each plays.
 */
public interface RunReader {

  /** The role of a file for a reader. Immutable and thread-safe. */
  enum Match {
    /** Not this format. */
    NO,
    /** Adds to a run in another file, such as edges next to a trace. */
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
   * @return the role of the file for this reader
   */
  Match match(TraceFile file);

  /**
   * Chooses the main file when this reader recognised several files of one folder as runs. The
   * chosen file holds the run; the others become its companions.
   *
   * @param runs two or more files
   * @return one of them, or empty (the default) if each is a run of its own
   */
  default Optional<TraceFile> main(List<TraceFile> runs) {
    return Optional.empty();
  }

  /**
   * Whether to leave out a dependency that closes a cycle, with a diagnostic. Otherwise, a file
   * with such a dependency does not yield a run.
   *
   * @return true for files that live engines write step by step; false, the default, for files that
   *     state a whole workflow
   */
  default boolean leavesOutCycles() {
    return false;
  }

  /**
   * Whether files of this format supplement the files of an engine. They describe the same run
   * again, or a part of it: a crate next to a trace, a batch system's log next to the engine's, the
   * load of the hosts. If such a file lies next to an engine's run, it adds what that run lacks;
   * otherwise it is a run of its own.
   *
   * @return false, the default, for the files of engines
   */
  default boolean isSupplementary() {
    return false;
  }

  /**
   * Reads a run into a recorder, and adds a diagnostic for everything odd.
   *
   * @param file the file that holds the run
   * @param companions files next to it or in folders below it that this reader recognised as
   *     companions, and the runs that {@link #main} did not choose
   * @param into the recorder of the run
   * @return name of the run, or empty to use the file's name
   * @throws TraceFormatException if the file does not yield a run
   * @throws IOException if a file cannot be read
   */
  String read(TraceFile file, List<TraceFile> companions, RunRecorder into) throws IOException;
}
