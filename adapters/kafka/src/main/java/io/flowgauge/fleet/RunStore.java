package io.flowgauge.fleet;

import io.flowgauge.run.WorkflowRun;
import java.io.IOException;

/** Stores the finished runs of a fleet, for example in an experiment repository. */
@FunctionalInterface
public interface RunStore {
  /**
   * Stores a run. After a crash, or after this has failed, the fleet may pass a run again; it is
   * stored exactly once if the store then checks for its id.
   *
   * @param id id of the run
   * @param run the run
   * @param mayBeThere whether it may have been passed before
   * @throws IOException if it cannot be stored now; the fleet tries again later
   */
  void store(String id, WorkflowRun run, boolean mayBeThere) throws IOException;
}
