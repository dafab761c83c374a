package io.flowgauge.flink;

import io.flowgauge.fleet.RunStore;
import java.io.IOException;
import java.io.Serializable;

/** Stores the finished runs of a {@link FleetStream}. Each process of a job gets its own copies. */
public interface StreamStore extends RunStore, Serializable {
  /**
   * Opens it, in the process that uses it.
   *
   * @throws IOException if it cannot be opened; Flink then restarts the job
   */
  default void open() throws IOException {}

  /**
   * Closes it. It may not have been opened.
   *
   * @throws IOException if it cannot be closed
   */
  default void close() throws IOException {}
}
