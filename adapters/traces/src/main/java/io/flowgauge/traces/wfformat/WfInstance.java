package io.flowgauge.traces.wfformat;

import io.flowgauge.traces.inputs.Arguments;
import io.flowgauge.traces.inputs.FileList;
import io.flowgauge.traces.inputs.InputFiles;
import io.flowgauge.traces.json.UnusedKeys;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.TreeMap;

/** The content of a file, before it is known how its parts belong together. Not thread-safe. */
final class WfInstance {
  final List<Task> tasks = new ArrayList<>();
  final List<Task> executed = new ArrayList<>();
  final List<Machine> machines = new ArrayList<>();
  final UnusedKeys unused = new UnusedKeys();
  String name = "";
  String schemaVersion = "";
  String runtimeSystem = "";
  OptionalLong makespan = OptionalLong.empty();
  Optional<String> executedAt = Optional.empty();
  Layout layout;
  int notFinite;
  int migratedKilobytes;

  final InputFiles files = new InputFiles();
  final Arguments arguments = new Arguments();

  /** Where tasks are, and by what they refer to each other. */
  enum Layout {
    JOBS("workflow.jobs", false),
    TASKS("workflow.tasks", false),
    SPECIFICATION("workflow.specification", true);

    final String path;
    final boolean byId;

    Layout(String path, boolean byId) {
      this.path = path;
      this.byId = byId;
    }
  }

  /** A task, or what the execution part says about one. */
  static final class Task {
    final String path;
    final Map<String, String> attributes = new TreeMap<>();
    String name = "";
    String id = "";
    String kind = "";
    String category = "";
    String program = "";
    List<String> parents = List.of();
    List<String> children = List.of();
    boolean hasParents;
    boolean hasChildren;
    Optional<FileList> inputs = Optional.empty();
    String type = "";
    List<String> machines = List.of();
    OptionalLong runtime = OptionalLong.empty();
    Optional<String> executedAt = Optional.empty();

    Task(String path) {
      this.path = path;
    }
  }

  /** A machine. */
  static final class Machine {
    String name = "";
    int cores;
    double megahertz;
  }
}
