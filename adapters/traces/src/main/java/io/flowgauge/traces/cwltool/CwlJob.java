package io.flowgauge.traces.cwltool;

import io.flowgauge.run.EventType;
import java.util.Optional;
import java.util.OptionalLong;

/** A job, or a step that was skipped; times in epoch nanoseconds. Not thread-safe. */
final class CwlJob {
  final String name;
  OptionalLong taken = OptionalLong.empty();
  OptionalLong begun = OptionalLong.empty();
  OptionalLong ended = OptionalLong.empty();
  Optional<EventType> outcome = Optional.empty();
  String exit = "";
  String memory = "";

  CwlJob(String name) {
    this.name = name;
  }
}
