package io.flowgauge.traces.chrome;

import io.flowgauge.run.WorkflowRun;
import io.flowgauge.workflow.Workflow;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.OptionalLong;
import java.util.function.LongConsumer;

/**
 * Which dependencies and repetitions can be drawn as arrows: those that lead from the end of an
 * attempt to the beginning of another, or, where that was begun before, as by an engine that
 * submits what is not yet to run, to the begin of a state of it. Immutable.
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
    order();
  }

  private static int[] none(int length) {
    int[] none = new int[length];
    Arrays.fill(none, NONE);
    return none;
  }

  /** Attempts come by their begin, which need not be the order of their numbers. */
  private void order() {
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

  /** Takes the head of an arrow, and when it is. */
  interface Head {
    void at(long id, long nanos);
  }

  /** Passes on the arrows that begin at the end of an attempt. */
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

  /** Passes on the arrows that end in an attempt, repetitions at its begin. */
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

  /** The first moment from which a slice of the later attempt begins that is not before. */
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

  /** Whether an attempt is the first of its activity, at which its dependencies are shown. */
  boolean isFirst(int attempt) {
    return first[attempts.get(attempt).activity()] == attempt;
  }

  private boolean follows(int earlier, int later) {
    return later != NONE && attempts.get(earlier).end() <= attempts.get(later).begin();
  }
}
