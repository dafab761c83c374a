package io.flowgauge.traces.nextflow;

import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;

/**
 * A task with its attempts, which becomes an activity. Not thread-safe while attempts are added.
 */
final class NextflowTask {
  /** The rows that contain its only attempt, or null if {@link #attempts} are given. */
  private final PackedTaskRows packed;

  private final int row;

  /** Empty if the packed row is the only attempt. */
  private List<Attempt> attempts;

  /** Empty if the id is the name. */
  private String id = "";

  /** Creates a task with a single attempt. */
  NextflowTask(PackedTaskRows packed, int row) {
    this.packed = packed;
    this.row = row;
    this.attempts = List.of();
  }

  /** Creates a task with its first attempt. */
  NextflowTask(int number, TaskRow row) {
    this(List.of(new Attempt(number, row)));
  }

  private NextflowTask(List<Attempt> attempts) {
    this.packed = null;
    this.row = -1;
    this.attempts = attempts;
  }

  /** A row with the number of its attempt. */
  record Attempt(int number, TaskRow row) {
    /** Returns the attempt of a row: the first, unless the row states another number. */
    static Attempt of(TaskRow row) {
      return new Attempt(row.attempt().orElse(1), row);
    }
  }

  /** Returns a copy with its attempts unpacked; a packed one would rebuild them on every access. */
  NextflowTask unpacked() {
    NextflowTask whole = new NextflowTask(attempts());
    whole.id = id;
    return whole;
  }

  /** Adds an attempt. */
  void add(int number, TaskRow row) {
    if (attempts.size() < 2) {
      attempts = new ArrayList<>(attempts());
    }
    attempts.add(new Attempt(number, row));
  }

  /** Sets an id other than the name. */
  void id(String unique) {
    id = unique;
  }

  String id() {
    return id.isEmpty() ? first().name() : id;
  }

  List<Attempt> attempts() {
    return attempts.isEmpty() ? List.of(Attempt.of(packed.get(row))) : attempts;
  }

  TaskRow first() {
    return attempts().get(0).row();
  }

  Attempt last() {
    List<Attempt> all = attempts();
    return all.get(all.size() - 1);
  }

  String process() {
    return first().process();
  }

  String tag() {
    return first().tag();
  }

  boolean isCached() {
    TaskStatus status = attempts.isEmpty() ? packed.status(row) : last().row().status();
    return status == TaskStatus.CACHED;
  }

  /** Returns when it was first submitted in this run. */
  OptionalLong submitted() {
    return isCached() ? OptionalLong.empty() : timesOf(0).submit();
  }

  /** Returns when its last attempt completed in this run. */
  OptionalLong completed() {
    return isCached() ? OptionalLong.empty() : timesOf(attempts.size() - 1).complete();
  }

  private TaskTimes timesOf(int attempt) {
    return attempts.isEmpty() ? packed.times(row) : attempts.get(attempt).row().times();
  }
}
