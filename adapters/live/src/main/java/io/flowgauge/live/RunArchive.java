package io.flowgauge.live;

import io.flowgauge.run.WorkflowRun;
import java.io.IOException;

/** Where finished runs go that the monitor has no room for, such as an experiment repository. */
@FunctionalInterface
public interface RunArchive {

  /**
   * Stores a run. The monitor forgets it afterwards. Called by one thread.
   *
   * @param run a finished run
   * @throws IOException if it cannot be stored now; it stays with the monitor, which tries again
   *     later
   */
  void store(WorkflowRun run) throws IOException;
}
