package io.flowgauge.live;

import io.flowgauge.run.WorkflowRun;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.function.Predicate;

/**
 * Concludes from silence that a run is over whose engine does not say so: many write what an
 * activity did when it has ended, and nothing when the run has. Where an activity is reported only
 * after its end, silence means nothing before it has been as long as all of the run. Not
 * thread-safe.
 */
final class Quiet {
  /**
   * Factor for runs in which nothing runs although they are not complete: an engine may be
   * planning, or have more to do.
   */
  private static final int LONG = 30;

  private final Duration enough;
  private final Predicate<WorkflowRun> isAll;
  private long tried = -1;
  private long triedLong = -1;

  /**
   * A judge of silence.
   *
   * @param enough how long nothing was heard of a run of which all is done
   * @param isAll whether no more activities are expected of a run
   */
  Quiet(Duration enough, Predicate<WorkflowRun> isAll) {
    this.enough = enough;
    this.isAll = isAll;
  }

  /**
   * Whether a run is over.
   *
   * @param change number of the last change; for each, a run is looked at twice at most
   * @param silence how long nothing has changed
   */
  boolean isOver(RunFeed feed, long change, Duration silence, Instant now) {
    if (silence.compareTo(enough) < 0) {
      return false;
    }
    if (tried != change && !feed.reportsOnlyEnds()) {
      tried = change;
      if (is(feed.snapshot(now).filter(isAll))) {
        return true;
      }
    }
    if (triedLong == change || silence.compareTo(enough.multipliedBy(LONG)) < 0) {
      return false;
    }
    if (feed.reportsOnlyEnds() && silence.compareTo(lasted(feed)) < 0) {
      return false;
    }
    triedLong = change;
    // Post mortem, a failed activity is not tried again.
    return is(feed.ending());
  }

  private static Duration lasted(RunFeed feed) {
    return feed.ending().flatMap(WorkflowRun::makespan).orElse(Duration.ZERO);
  }

  private static boolean is(Optional<WorkflowRun> run) {
    return run.filter(WorkflowRun::isFinished)
        .filter(each -> each.workflow().activityCount() > 0)
        .isPresent();
  }
}
