package io.flowgauge.probabilistic.recorded;

import io.flowgauge.run.Attempt;
import io.flowgauge.run.WorkflowRun;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.OptionalLong;

/**
 * An attempt that held a slot. Times are nanoseconds since the epoch.
 *
 * @param activity index of its activity
 * @param attempt the attempt
 * @param ready when it could have begun
 * @param active when it began
 * @param ended when it ended, or the end of the run if it has not ended
 */
public record Hold(int activity, Attempt attempt, long ready, long active, long ended) {

  /**
   * Returns the attempts of a run with a known active time, in the order in which they became
   * active.
   */
  public static List<Hold> of(WorkflowRun run, ObservedTimes times) {
    List<Hold> holds = new ArrayList<>();
    for (int k = 0; k < run.workflow().activityCount(); k++) {
      OptionalLong ready = times.ready(k);
      List<Attempt> attempts = times.attempts(k);
      for (Attempt attempt : attempts) {
        boolean isLast = attempt.number() == attempts.get(attempts.size() - 1).number();
        OptionalLong end = attempt.ended().isEmpty() && isLast ? run.endNanos() : attempt.ended();
        if (attempt.active().isPresent() && end.isPresent()) {
          long ended = Math.max(attempt.active().getAsLong(), end.getAsLong());
          long active = times.active(k, attempt, ended);
          holds.add(new Hold(k, attempt, Math.min(active, ready.orElse(active)), active, ended));
        }
        ready = attempt.ended().isPresent() ? attempt.ended() : ready;
      }
    }
    holds.sort(Comparator.comparingLong(Hold::active).thenComparingLong(Hold::ended));
    return holds;
  }
}
