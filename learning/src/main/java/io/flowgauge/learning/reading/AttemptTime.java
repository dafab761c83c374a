package io.flowgauge.learning.reading;

import io.flowgauge.run.ActivityExecution;
import io.flowgauge.run.Attempt;
import io.flowgauge.run.EventType;
import io.flowgauge.run.WorkflowRun;
import io.flowgauge.trace.Times;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import java.util.stream.Stream;

/**
 * An attempt that completed or failed.
 *
 * @param activity index of its activity
 * @param begin when it was active, or else the latest known event before that
 * @param ended when it ended, not before its begin
 */
record AttemptTime(int activity, Attempt attempt, long begin, long ended) {

  /** Returns the attempts of a run whose begin and end are known. */
  static List<AttemptTime> of(WorkflowRun run) {
    List<AttemptTime> all = new ArrayList<>();
    for (int k = 0; k < run.workflow().activityCount(); k++) {
      ActivityExecution execution = run.execution(k);
      for (Attempt attempt : execution.attempts()) {
        OptionalLong begin = begin(attempt);
        boolean known = has(attempt, EventType.COMPLETED) || has(attempt, EventType.FAILED);
        if (known && begin.isPresent() && attempt.ended().isPresent()) {
          long ended = Math.max(begin.getAsLong(), attempt.ended().getAsLong());
          all.add(new AttemptTime(k, attempt, begin.getAsLong(), ended));
        }
      }
    }
    return all;
  }

  private static OptionalLong begin(Attempt attempt) {
    return Stream.of(attempt.active(), attempt.pending(), attempt.submitted(), attempt.started())
        .flatMapToLong(OptionalLong::stream)
        .findFirst();
  }

  private static boolean has(Attempt attempt, EventType outcome) {
    return attempt.outcome().filter(outcome::equals).isPresent();
  }

  boolean failed() {
    return has(attempt, EventType.FAILED);
  }

  double seconds() {
    return Times.seconds(ended - begin);
  }
}
