package io.flowgauge.live;

import io.flowgauge.run.RunRecorder;
import java.io.IOException;

/** Records runs, each identified by its id. Thread-safe. */
public interface RunSink {

  /**
   * Returns the recorder of a run, or starts recording it.
   *
   * @param id id of the run, different from that of any other run
   * @param name name of the run; if it is already being recorded, it keeps its first name
   * @return the recorder
   * @throws IllegalArgumentException if the id is empty, or contains half of a surrogate pair
   */
  RunRecorder recorder(String id, String name);

  /**
   * Adds lines to the trace of a run, for formats in which a line has a meaning only together with
   * later ones. The run is the result of reading all lines so far.
   *
   * @param id id of the run, different from that of any other run, including those with a recorder
   * @param lines whole lines in UTF-8, the last one with its line end
   * @throws IOException if they could not be stored, in which case none of them is
   * @throws IllegalArgumentException if the id is empty, contains half of a surrogate pair, or
   *     belongs to a run that has a recorder or is followed in files
   */
  void append(String id, byte[] lines) throws IOException;
}
