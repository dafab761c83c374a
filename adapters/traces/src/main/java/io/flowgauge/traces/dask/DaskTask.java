package io.flowgauge.traces.dask;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;

/** A record of the task stream: one computation of a task. Not thread-safe. */
final class DaskTask {
  private static final String COMPUTE = "compute";

  /** What a worker did for a task; times in epoch nanoseconds. */
  record Part(String action, long begin, long end) {
    boolean isCompute() {
      return action.equals(COMPUTE);
    }
  }

  final String where;
  DaskKey key = new DaskKey("", "");
  String worker = "";
  String status = "";
  final List<Part> parts = new ArrayList<>();
  final Map<String, String> attributes = new LinkedHashMap<>();

  DaskTask(String where) {
    this.where = where;
  }

  /** When the worker began to fetch or unpack what the computation needs; empty if it did not. */
  OptionalLong prepared() {
    long computed = begin().orElse(Long.MAX_VALUE);
    return parts.stream().mapToLong(Part::begin).filter(begin -> begin < computed).min();
  }

  OptionalLong begin() {
    return parts.stream().filter(Part::isCompute).mapToLong(Part::begin).min();
  }

  /** The end of the computation; if it did not come to that, of what preceded it. */
  OptionalLong end() {
    OptionalLong computed = parts.stream().filter(Part::isCompute).mapToLong(Part::end).max();
    return computed.isPresent() ? computed : parts.stream().mapToLong(Part::end).max();
  }
}
