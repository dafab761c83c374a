package io.flowgauge.traces.argo;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;

/** A node of a workflow's status; times in epoch nanoseconds. Not thread-safe. */
final class ArgoNode {
  String id = "";

  /** Unique among the nodes: the names of the enclosing nodes, then its own. */
  String name = "";

  /** Its name without those of the enclosing nodes. */
  String displayName = "";

  String type = "";
  String template = "";
  String phase = "";
  String host = "";
  OptionalLong started = OptionalLong.empty();
  OptionalLong finished = OptionalLong.empty();
  final List<String> children = new ArrayList<>();
  final Map<String, String> attributes = new LinkedHashMap<>();

  /**
   * Whether it does work of its own, rather than only grouping other nodes, or being a part of the
   * pod before it.
   */
  boolean isWork() {
    return switch (type) {
      case "Steps", "StepGroup", "DAG", "TaskGroup", "Retry", "Container" -> false;
      default -> true;
    };
  }

  /** Returns the name of its template or, for a node without one, of its task or step. */
  String work() {
    if (!template.isEmpty()) {
      return template;
    }
    int item = displayName.indexOf('(');
    String task = item > 0 ? displayName.substring(0, item) : displayName;
    return task.isEmpty() ? name : task;
  }

  boolean isRetry() {
    return type.equals("Retry");
  }
}
