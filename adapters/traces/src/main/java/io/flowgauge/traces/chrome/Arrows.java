package io.flowgauge.traces.chrome;

import io.flowgauge.run.WorkflowRun;
import io.flowgauge.workflow.Workflow;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.OptionalLong;
import java.util.function.LongConsumer;

/**
 * Decides which dependencies and repetitions can be drawn as arrows: those that lead from the end
 * of an attempt to the start of another. If the other attempt started earlier, because the engine
 * submits activities before they can run, the arrow leads to the start of one of its states.
 * Immutable.
 */
final class Arrows {
  private static final int NONE = -1;

  private final Workflow workflow;
  private final List<DrawnAttempt> attempts;
  private final long[] firstIds;
  private final int[] first;
  private final int[] last;
  private final int[] following;
  private final int[] previous;

  Arrows(WorkflowRun run, List<DrawnAttempt> attempts) {
    this.workflow = run.workflow();
    this.attempts = attempts;
    int activities = workflow.activityCount();
    firstIds = new long[activities];
    long id = attempts.size();
    for (int a = 0; a < activities; a++) {
      firstIds[a] = id;
      id += workflow.successors(a).size();
    }
    first = none(activities);
    last = none(activities);
    following = none(attempts.size());
    previous = none(attempts.size());
    linkAttempts();
  }

  private static int[] none(int length) {
    int[] none = new int[length];
    Arrays.fill(none, NONE);
    return none;
  }

  /**
   * Links the attempts of each activity; they are listed by start time, which need not be the order
   * of their numbers.
   */
  private void linkAttempts() {
    Integer[] byNumber = new Integer[attempts.size()];
    Arrays.setAll(byNumber, k -> k);
    Arrays.sort(byNumber, (a, b) -> Integer.compare(number(a), number(b)));
    for (int k : byNumber) {
      int activity = attempts.get(k).activity();
      previous[k] = last[activity];
      if (previous[k] == NONE) {
        first[activity] = k;
      } else {
        following[previous[k]] = k;
      }
      last[activity] = k;
    }
  }

  private int number(int attempt) {
    return attempts.get(attempt).attempt().number();
  }

  /** Receives the head of an arrow and its time. */
  interface Head {
    void at(long id, long nanos);
  }

  /** Reports the arrows that start at the end of an attempt. */
  void from(int attempt, LongConsumer repetition, LongConsumer dependency) {
    if (follows(attempt, following[attempt])) {
      repetition.accept(attempt);
    }
    int activity = attempts.get(attempt).activity();
    if (last[activity] == attempt) {
      List<Integer> successors = workflow.successors(activity);
      for (int k = 0; k < successors.size(); k++) {
        if (isDrawn(activity, successors.get(k))) {
          dependency.accept(firstIds[activity] + k);
        }
      }
    }
  }

  /** Reports the arrows that end in an attempt; those of repetitions end at its start. */
  void to(int attempt, LongConsumer repetition, Head dependency) {
    if (previous[attempt] != NONE && follows(previous[attempt], attempt)) {
      repetition.accept(previous[attempt]);
    }
    int activity = attempts.get(attempt).activity();
    if (first[activity] == attempt) {
      for (int earlier : workflow.predecessors(activity)) {
        if (isDrawn(earlier, activity)) {
          int k = Collections.binarySearch(workflow.successors(earlier), activity);
          dependency.at(firstIds[earlier] + k, head(last[earlier], attempt).getAsLong());
        }
      }
    }
  }

  /** Whether a dependency has an arrow. */
  boolean isDrawn(int from, int to) {
    return last[from] != NONE && first[to] != NONE && head(last[from], first[to]).isPresent();
  }

  /**
   * Returns the earliest start of the later attempt, or of one of its states, that is not before
   * the end of the earlier one.
   */
  private OptionalLong head(int earlier, int later) {
    long end = attempts.get(earlier).end();
    DrawnAttempt to = attempts.get(later);
    return end <= to.begin()
        ? OptionalLong.of(to.begin())
        : to.states().stream()
            .mapToLong(state -> state.leading().epochNanos())
            .filter(begin -> begin >= end && begin < to.end())
            .min();
  }

  /**
   * Whether an attempt is the first of its activity, where the activity's dependencies are drawn.
   */
  boolean isFirst(int attempt) {
    return first[attempts.get(attempt).activity()] == attempt;
  }

  private boolean follows(int earlier, int later) {
    return later != NONE && attempts.get(earlier).end() <= attempts.get(later).begin();
  }
}
