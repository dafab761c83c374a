package io.flowgauge.live;

import io.flowgauge.run.WorkflowRun;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.function.Predicate;

/**
 * Concludes from silence that a run is over if its engine does not say so: many engines log the end
 * of activities, but not that of the run. If activities are reported only after their end, silence
 * means nothing until it has lasted as long as the run itself. Not thread-safe.
 */
final class SilenceCheck {
  /**
   * Factor for runs that are incomplete although nothing is running: the engine may be planning, or
   * have more to do.
   */
  private static final int LONG = 30;

  private final Duration enough;
  private final Predicate<WorkflowRun> isComplete;
  private long tried = -1;
  private long longTriedChange = -1;

  /**
   * Creates a check.
   *
   * @param enough required silence of a run whose activities have all completed
   * @param isComplete whether no more activities are expected of a run
   */
  SilenceCheck(Duration enough, Predicate<WorkflowRun> isComplete) {
    this.enough = enough;
    this.isComplete = isComplete;
  }

  /**
   * Whether a run is over.
   *
   * @param change number of the last change; the run is examined at most twice for each
   * @param silence time since the last change
   */
  boolean isOver(RunFeed feed, long change, Duration silence, Instant now) {
    if (silence.compareTo(enough) < 0) {
      return false;
    }
    if (tried != change && !feed.reportsOnlyEnds()) {
      tried = change;
      if (is(feed.snapshot(now).filter(isComplete))) {
        return true;
      }
    }
    if (longTriedChange == change || silence.compareTo(enough.multipliedBy(LONG)) < 0) {
      return false;
    }
    if (feed.reportsOnlyEnds() && silence.compareTo(lasted(feed)) < 0) {
      return false;
    }
    longTriedChange = change;
    // Treats the run as ended: a failed activity is not tried again.
    return is(feed.endedRun());
  }

  private static Duration lasted(RunFeed feed) {
    return feed.endedRun().flatMap(WorkflowRun::makespan).orElse(Duration.ZERO);
  }

  private static boolean is(Optional<WorkflowRun> run) {
    return run.filter(WorkflowRun::isFinished)
        .filter(each -> each.workflow().activityCount() > 0)
        .isPresent();
  }
}
