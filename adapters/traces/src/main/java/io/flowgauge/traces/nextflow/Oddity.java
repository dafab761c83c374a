package io.flowgauge.traces.nextflow;

import io.flowgauge.trace.Diagnostic.Severity;

/** Kinds of oddities in a trace; each becomes one diagnostic with its count. */
enum Oddity {
  CUT_ROW(
      Severity.ERROR,
      "row",
      "is not used, because it has more or fewer cells than the header has columns"),
  OPEN_ROW(
      Severity.WARNING,
      "row",
      "has no line end: the file may be cut off in its last cell, or after it"),
  NAMELESS_ROW(Severity.ERROR, "row", "is not used, because nothing in it names a task"),
  SECOND_HEADER(Severity.WARNING, "row", "repeats the header, as in traces appended to each other"),
  BAD_TIME(Severity.WARNING, "time", "cannot be read and counts as not recorded"),
  BAD_DURATION(Severity.WARNING, "duration", "cannot be read and counts as not recorded"),
  BAD_ATTEMPT(
      Severity.WARNING,
      "attempt number",
      "is not a number from 1 and is inferred from the name of the task"),
  REPEATED_ROW(Severity.WARNING, "row", "repeats an earlier row exactly, and is dropped"),
  REPEATED_TASK_ID(
      Severity.WARNING, "row", "has the task id of an earlier row; edges go to the earlier one"),
  UNKNOWN_STATUS(Severity.WARNING, "row", "has an unknown status; its end is not recorded"),
  UNFINISHED(Severity.WARNING, "row", "belongs to a task that had not ended"),
  STATUS_FROM_EXIT(
      Severity.INFO, "row", "has no status; its exit code says whether it completed or failed"),
  NO_STATUS(Severity.WARNING, "row", "has neither status nor exit code and counts as completed"),
  NO_END(Severity.WARNING, "row", "says how its task ended but not when; its end is not recorded"),
  COMPLETE_FROM_DURATION(
      Severity.INFO,
      "end",
      "is submit plus duration, because the trace has no complete time; durations in human units"
          + " are in whole seconds above a minute"),
  SUBMIT_FROM_DURATION(
      Severity.INFO,
      "submission",
      "is complete less duration, because the trace has no submit time"),
  NO_START(
      Severity.INFO,
      "row",
      "does not say when its task began to run; waiting and running cannot be separated"),
  UNKNOWN_ZONE(Severity.WARNING, "time", "has no zone; times are shown as if they were UTC"),
  MIXED_ZONES(
      Severity.WARNING,
      "time",
      "is among times with and times without a zone, which may be hours apart"),
  START_BEFORE_SUBMIT(
      Severity.WARNING,
      "row",
      "starts before it is submitted, which happens if start times are in whole seconds; times are"
          + " kept as they are"),
  COMPLETE_BEFORE_START(
      Severity.WARNING, "row", "completes before it starts; times are kept as they are"),
  REALTIME_TOO_LONG(
      Severity.WARNING,
      "row",
      "ran longer on its node than Nextflow saw it run; times are kept as they are"),
  REALTIME_ZERO(
      Severity.INFO,
      "completed row",
      "has a realtime of 0, because it was shorter than its clock resolves"),
  REALTIME_MISSING(
      Severity.WARNING,
      "row",
      "has a realtime of 0 and nothing measured on its node; its realtime counts as not measured"),
  FAILED_ATTEMPT(Severity.INFO, "attempt", "failed"),
  ABORTED_ATTEMPT(Severity.INFO, "attempt", "was aborted"),
  CACHED_TASK(
      Severity.INFO,
      "task",
      "was taken from an earlier run (CACHED), whose times are not read, and has no events in this"
          + " run"),
  INFERRED_RETRY(
      Severity.INFO,
      "row",
      "has no attempt number and is taken as the retry of a failed row of the same name"),
  AMBIGUOUS_RETRY(
      Severity.WARNING,
      "row",
      "may be the retry of several failed tasks of the same name, and remains a task of its own"),
  SHARED_NAME(
      Severity.INFO,
      "task name",
      "is shared by several tasks; the task id is appended to their ids");

  private final Severity severity;
  private final String noun;
  private final String meaning;

  Oddity(Severity severity, String noun, String meaning) {
    this.severity = severity;
    this.noun = noun;
    this.meaning = meaning;
  }

  Severity severity() {
    return severity;
  }

  /** Returns a new count of this oddity. */
  OddityCount counter() {
    return new OddityCount(noun, meaning);
  }
}
