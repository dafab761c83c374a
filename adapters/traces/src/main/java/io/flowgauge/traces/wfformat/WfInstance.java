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

/** The contents of a file, before its parts are joined. Not thread-safe. */
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

  /** Where tasks are listed, and whether they refer to each other by id or by name. */
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

  /** A task, or an entry of the execution part about one. */
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

  /** A machine; number of cores and clock rate are 0 if unknown. */
  static final class Machine {
    String name = "";
    int cores;
    double megahertz;
  }
}
