package io.flowgauge.traces.nextflow;

import io.flowgauge.run.EventType;
import java.util.Arrays;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/** How a row says its task ended, with the event that stands for it. Immutable and thread-safe. */
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

  /** The event that ends an attempt of this status, if it ended. */
  Optional<EventType> end() {
    return Optional.ofNullable(end);
  }
}
