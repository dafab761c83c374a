package io.flowgauge.live;

import io.flowgauge.run.RunRecorder;

/** Gives each run that is told of its recorder. Thread-safe. */
@FunctionalInterface
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
}
