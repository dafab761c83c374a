package io.flowgauge.traces.dask;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;

/** A record of the task stream: one computation of a task. Not thread-safe. */
final class DaskTask {
  private static final String COMPUTE = "compute";

  /** One action of a worker for a task; times in epoch nanoseconds. */
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

  /**
   * Returns when the worker started to fetch or unpack the inputs of the computation; empty if it
   * did not.
   */
  OptionalLong prepared() {
    long computed = begin().orElse(Long.MAX_VALUE);
    return parts.stream().mapToLong(Part::begin).filter(begin -> begin < computed).min();
  }

  OptionalLong begin() {
    return parts.stream().filter(Part::isCompute).mapToLong(Part::begin).min();
  }

  /** Returns the end of the computation or, if there was none, of what preceded it. */
  OptionalLong end() {
    OptionalLong computed = parts.stream().filter(Part::isCompute).mapToLong(Part::end).max();
    return computed.isPresent() ? computed : parts.stream().mapToLong(Part::end).max();
  }
}
