package io.flowgauge.live;

import io.flowgauge.run.RunRecorder;
import java.io.IOException;

/** Takes what is told of runs, each by its id. Thread-safe. */
public interface RunSink {

  /**
   * Finds the recorder of a run, or begins to record it.
   *
   * @param id id of the run, different from that of any other run
   * @param name name of the run; of one that is recorded already, it stays as it was
   * @return the recorder
   * @throws IllegalArgumentException if the id is empty
   */
  RunRecorder recorder(String id, String name);

  /**
   * Adds lines to the trace of a run: for formats in which a line means something only together
   * with later ones. The run is what a reader of the format makes of all lines so far.
   *
   * @param id id of the run, different from that of any other run, also of those with a recorder
   * @param lines whole lines in UTF-8, the last with its end
   * @throws IOException if they could not be kept; then none of them is
   * @throws IllegalArgumentException if the id is empty, or that of a run with a recorder
   */
  void append(String id, byte[] lines) throws IOException;
}
