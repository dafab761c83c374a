package io.flowgauge.kafka;

import io.flowgauge.run.WorkflowRun;
import java.io.IOException;

/** Where a {@link Fleet} puts finished runs, such as an experiment repository. */
@FunctionalInterface
public interface RunStore {
  /**
   * Stores a run, unless it is there. After a crash, the fleet may give the same run once more, so
   * that it is stored exactly once if the store looks for its id.
   *
   * @param id id of the run
   * @param run the run
   * @throws IOException if it cannot be stored now; the fleet tries again later
   */
  void store(String id, WorkflowRun run) throws IOException;
}
