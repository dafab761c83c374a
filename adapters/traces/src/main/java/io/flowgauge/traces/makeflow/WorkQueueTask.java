package io.flowgauge.traces.makeflow;

import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;

/** A task of Work Queue or TaskVine and its dispatches. Not thread-safe. */
final class WorkQueueTask {
  private final long number;
  private final List<Dispatch> dispatches = new ArrayList<>(1);
  private String category = "";

  WorkQueueTask(long number) {
    this.number = number;
    dispatches.add(new Dispatch());
  }

  long number() {
    return number;
  }

  void category(String name) {
    category = name;
  }

  String category() {
    return category;
  }

  /** Returns the dispatches in order; there is at least one. */
  List<Dispatch> dispatches() {
    return dispatches;
  }

  Dispatch last() {
    return dispatches.get(dispatches.size() - 1);
  }

  Dispatch next() {
    dispatches.add(new Dispatch());
    return last();
  }

  /** Returns its first known time. */
  OptionalLong begin() {
    Dispatch first = dispatches.get(0);
    return first.waiting().isPresent() ? first.waiting() : first.running();
  }

  /** Whether it may be the task of a submission. */
  boolean isOf(Submission submission) {
    OptionalLong begin = begin();
    return begin.isPresent() && submission.holds(begin.getAsLong(), begin.getAsLong());
  }
}
