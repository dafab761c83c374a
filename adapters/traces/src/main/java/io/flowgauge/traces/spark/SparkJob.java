package io.flowgauge.traces.spark;

import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;

/** A job: one action of the driver; times in epoch nanoseconds. Not thread-safe. */
final class SparkJob {
  int id = -1;
  OptionalLong submitted = OptionalLong.empty();
  OptionalLong completed = OptionalLong.empty();
  String result = "";

  /** Stages that it needs, including those that it skips because their output exists. */
  final List<Integer> stages = new ArrayList<>();

  /** The SQL query that it is part of; empty for none. */
  String query = "";

  boolean isActiveAt(long time) {
    return submitted.orElse(Long.MAX_VALUE) <= time && completed.orElse(Long.MAX_VALUE) > time;
  }
}
