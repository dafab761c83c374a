package io.flowgauge.learning.reading;

import io.flowgauge.learning.service.Observation;
import io.flowgauge.probabilistic.recorded.ObservedTimes;
import io.flowgauge.run.WorkflowRun;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalDouble;

/** Reads the work that was done in a run. Stateless and thread-safe. */
public final class RunObservations {
  private RunObservations() {}

  /**
   * Returns the activities that have completed, with their time on the resource: the wall-clock
   * time, or else the time from ACTIVE to COMPLETED less suspensions. Activities for which neither
   * is known are left out.
   *
   * @param name name of the run, different from those of all others
   * @return observations in the order of the activities; empty if none has completed
   */
  public static List<Observation> of(WorkflowRun run, String name) {
    ObservedTimes times = new ObservedTimes(run);
    Works works = Works.of(run, name);
    List<Observation> all = new ArrayList<>();
    for (int k = 0; k < run.workflow().activityCount(); k++) {
      OptionalDouble seconds = times.isCompleted(k) ? times.service(k) : OptionalDouble.empty();
      if (seconds.isPresent()) {
        all.add(new Observation(works.of(k), seconds.getAsDouble()));
      }
    }
    return all;
  }
}
