package io.flowgauge.traces.nextflow;

import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;

/** A task with its attempts: what becomes an activity. Not thread-safe while attempts are added. */
final class NextflowTask {
  private List<Attempt> attempts = List.of();
  private String id = "";

  /** A row with the number of its attempt. */
  record Attempt(int number, TaskRow row) {}

  /** Adds an attempt; most tasks have one, which a list of one takes less space for. */
  void add(int number, TaskRow row) {
    Attempt last = new Attempt(number, row);
    if (attempts.isEmpty()) {
      attempts = List.of(last);
      return;
    }
    if (attempts.size() == 1) {
      attempts = new ArrayList<>(attempts);
    }
    attempts.add(last);
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

  String process() {
    return first().process();
  }

  String tag() {
    return first().tag();
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
