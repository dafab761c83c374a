package io.flowgauge.traces.nextflow;

import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;

/** A task with its attempts: what becomes an activity. Not thread-safe while attempts are added. */
final class NextflowTask {
  private final List<Attempt> attempts = new ArrayList<>(1);
  private String id = "";

  /** A row with the number of its attempt. */
  record Attempt(int number, TaskRow row) {}

  NextflowTask(int number, TaskRow first) {
    add(number, first);
  }

  void add(int number, TaskRow row) {
    attempts.add(new Attempt(number, row));
  }

  void id(String unique) {
    id = unique;
  }

  String id() {
    return id;
  }

  List<Attempt> attempts() {
    return attempts;
  }

  TaskRow first() {
    return attempts.get(0).row();
  }

  Attempt last() {
    return attempts.get(attempts.size() - 1);
  }

  TaskName name() {
    return first().task();
  }

  boolean isCached() {
    return last().row().status() == TaskStatus.CACHED;
  }

  /** When it was first submitted in this run. */
  OptionalLong submitted() {
    return isCached() ? OptionalLong.empty() : first().times().submit();
  }

  /** When its last attempt completed in this run. */
  OptionalLong completed() {
    return isCached() ? OptionalLong.empty() : last().row().times().complete();
  }
}
