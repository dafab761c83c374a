package io.flowgauge.traces.airflow;

import java.util.OptionalLong;

/** A run of a workflow; times in epoch nanoseconds. Not thread-safe. */
final class AirflowRun {
  String id = "";
  String workflow = "";
  String state = "";
  OptionalLong started = OptionalLong.empty();
  OptionalLong ended = OptionalLong.empty();

  boolean isOver() {
    return state.equals("success") || state.equals("failed");
  }
}
