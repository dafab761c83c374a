package io.flowgauge.traces.nextflow;

import io.flowgauge.run.EventType;
import java.util.Arrays;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * The status of a task in a row, with the event that ends such an attempt. Immutable and
 * thread-safe.
 */
enum TaskStatus {
  COMPLETED(EventType.COMPLETED),
  FAILED(EventType.FAILED),
  ABORTED(EventType.ABORTED),
  /** Its results were taken from an earlier run. */
  CACHED(null),
  NEW(null),
  SUBMITTED(null),
  RUNNING(null),
  /** A status that Nextflow is not known to write. */
  OTHER(null);

  private static final Map<String, TaskStatus> BY_NAME =
      Arrays.stream(values()).collect(Collectors.toMap(TaskStatus::name, status -> status));

  private final EventType end;

  TaskStatus(EventType end) {
    this.end = end;
  }

  static TaskStatus parse(String text) {
    return BY_NAME.getOrDefault(text, OTHER);
  }

  /** Returns the event that ends an attempt of this status; empty if it has not ended. */
  Optional<EventType> end() {
    return Optional.ofNullable(end);
  }
}
