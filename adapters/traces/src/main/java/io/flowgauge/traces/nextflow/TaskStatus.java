package io.flowgauge.traces.nextflow;

import io.flowgauge.run.EventType;
import java.util.Arrays;
import java.util.Optional;

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

  private final EventType end;

  TaskStatus(EventType end) {
    this.end = end;
  }

  static TaskStatus parse(String text) {
    return Arrays.stream(values())
        .filter(status -> status != OTHER && status.name().equals(text))
        .findFirst()
        .orElse(OTHER);
  }

  /** The event that ends an attempt of this status, if it ended. */
  Optional<EventType> end() {
    return Optional.ofNullable(end);
  }
}
