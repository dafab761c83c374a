package io.flowgauge.flink;

import io.flowgauge.fleet.RunStore;
import java.io.IOException;
import java.io.Serializable;

/** Where a {@link FleetStream} puts finished runs. Each process of a job gets its own copies. */
public interface StreamStore extends RunStore, Serializable {
  /**
   * Opens it, in the process that stores.
   *
   * @throws IOException if it cannot be opened; Flink starts over then
   */
  default void open() throws IOException {}

  /**
   * Closes it. It may not have been opened.
   *
   * @throws IOException if it cannot be closed
   */
  default void close() throws IOException {}
}
