package io.flowgauge.live;

import io.flowgauge.run.WorkflowRun;
import java.io.IOException;

/**
 * Stores finished runs for which the monitor has no room, for example in an experiment repository.
 */
@FunctionalInterface
public interface RunArchive {

  /**
   * Stores a run, which the monitor then forgets, unless more was recorded of it meanwhile. Called
   * by one thread.
   *
   * @param run a finished run
   * @throws IOException if it cannot be stored now; the monitor keeps it and tries again later
   */
  void store(WorkflowRun run) throws IOException;
}
