package io.flowgauge.traces.toil;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.OptionalLong;
import java.util.Set;

/** A job; times in epoch nanoseconds. Not thread-safe. */
final class ToilJob {
  final String label;
  final String storeId;
  final List<ToilAttempt> attempts = new ArrayList<>();
  final Set<ToilJob> successors = new LinkedHashSet<>();

  /** The successors scheduled so far; a restarted Toil schedules those that are left again. */
  private final Set<ToilJob> scheduled = new HashSet<>();

  /** The jobs on which the successors scheduled next depend. */
  private Set<ToilJob> before = Set.of(this);

  /** One attempt of a job. */
  static final class ToilAttempt {
    OptionalLong issued = OptionalLong.empty();
    OptionalLong begun = OptionalLong.empty();

    /** When the worker had finished it. */
    OptionalLong done = OptionalLong.empty();

    /** When the leader noticed that its worker had ended. */
    OptionalLong seen = OptionalLong.empty();

    boolean isFailed;

    /** Whether its worker continued with a successor. */
    boolean isChained;

    String host = "";
    String exit = "";

    OptionalLong ended() {
      return seen.isEmpty() || (isChained && done.isPresent()) ? done : seen;
    }
  }

  ToilJob(String label, String storeId) {
    this.label = label;
    this.storeId = storeId;
  }

  ToilAttempt tryAgain() {
    ToilAttempt made = new ToilAttempt();
    attempts.add(made);
    return made;
  }

  /** Returns the last attempt; creates one if there is none yet. */
  ToilAttempt last() {
    return attempts.isEmpty() ? tryAgain() : attempts.get(attempts.size() - 1);
  }

  /**
   * Returns the attempt that started at a time, which the worker may report late; a new attempt for
   * a chained job.
   */
  ToilAttempt begun(long nanos) {
    for (ToilAttempt attempt : attempts) {
      boolean mayBe = attempt.issued.orElse(nanos) <= nanos && attempt.seen.orElse(nanos) >= nanos;
      if (attempt.begun.isEmpty() && mayBe) {
        return attempt;
      }
    }
    return tryAgain();
  }

  /** Returns its type, without the numbers of parts that CWL inserts between the names of steps. */
  String type() {
    StringBuilder type = new StringBuilder();
    for (String part : List.of(label.split("\\."))) {
      if (!part.chars().allMatch(Character::isDigit)) {
        type.append(type.isEmpty() ? "" : ".").append(part);
      }
    }
    return type.isEmpty() ? label : type.toString();
  }

  /**
   * Starts scheduling a further set of successors, which depend on everything that follows from the
   * previous set.
   */
  void scheduleSuccessors() {
    before = successors.isEmpty() ? Set.of(this) : sinks();
  }

  void addSuccessor(ToilJob successor) {
    if (scheduled.add(successor)) {
      before.stream().filter(job -> job != successor).forEach(job -> job.successors.add(successor));
    }
  }

  private Set<ToilJob> sinks() {
    Set<ToilJob> seen = new HashSet<>(Set.of(this));
    Set<ToilJob> sinks = new LinkedHashSet<>();
    Deque<ToilJob> open = new ArrayDeque<>(seen);
    while (!open.isEmpty()) {
      ToilJob job = open.pop();
      if (job.successors.isEmpty()) {
        sinks.add(job);
      }
      job.successors.stream().filter(seen::add).forEach(open::push);
    }
    return sinks;
  }
}
