package io.flowgauge.traces.nextflow;

import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;

/** A task with its attempts: what becomes an activity. Not thread-safe while attempts are added. */
final class NextflowTask {
  private final TaskRow first;
  private final int firstNumber;

  /** Most tasks have one attempt, and then take no more space than for that. */
  private List<Attempt> further = List.of();

  private String id = "";

  /** A task with its first attempt. */
  NextflowTask(int number, TaskRow row) {
    first = row;
    firstNumber = number;
  }

  /** A row with the number of its attempt. */
  record Attempt(int number, TaskRow row) {}

  /** Adds an attempt. */
  void add(int number, TaskRow row) {
    if (further.isEmpty()) {
      further = new ArrayList<>(1);
    }
    further.add(new Attempt(number, row));
  }

  void id(String unique) {
    id = unique;
  }

  String id() {
    return id;
  }

  List<Attempt> attempts() {
    Attempt one = new Attempt(firstNumber, first);
    if (further.isEmpty()) {
      return List.of(one);
    }
    List<Attempt> all = new ArrayList<>(1 + further.size());
    all.add(one);
    all.addAll(further);
    return all;
  }

  TaskRow first() {
    return first;
  }

  Attempt last() {
    return further.isEmpty() ? new Attempt(firstNumber, first) : further.get(further.size() - 1);
  }

  String process() {
    return first.process();
  }

  String tag() {
    return first.tag();
  }

  boolean isCached() {
    return last().row().status() == TaskStatus.CACHED;
  }

  /** When it was first submitted in this run. */
  OptionalLong submitted() {
    return isCached() ? OptionalLong.empty() : first.times().submit();
  }

  /** When its last attempt completed in this run. */
  OptionalLong completed() {
    return isCached() ? OptionalLong.empty() : last().row().times().complete();
  }
}
