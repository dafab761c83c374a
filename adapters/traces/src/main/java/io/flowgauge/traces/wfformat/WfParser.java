package io.flowgauge.traces.wfformat;

import io.flowgauge.traces.inputs.FileList;
import io.flowgauge.traces.json.JsonCursor;
import io.flowgauge.traces.json.JsonPath;
import io.flowgauge.traces.wfformat.WfInstance.Layout;
import io.flowgauge.traces.wfformat.WfInstance.Machine;
import io.flowgauge.traces.wfformat.WfInstance.Task;
import java.io.IOException;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * Reads a file of any version: each key, in all its spellings, has the same meaning in all
 * versions. Null counts as absent. Not thread-safe.
 */
final class WfParser {
  private static final String SECONDS = "a number of seconds";
  private static final BigDecimal MAX_BYTES = BigDecimal.valueOf(Long.MAX_VALUE);

  private final JsonCursor json;
  private final WfInstance instance;

  WfParser(JsonCursor json, WfInstance instance) {
    this.json = json;
    this.instance = instance;
  }

  void parse() throws IOException {
    json.object(this::readDocument);
    if (instance.layout == null) {
      throw json.error(
          JsonPath.ROOT,
          "no list of tasks",
          "workflow.specification.tasks, workflow.tasks or workflow.jobs");
    }
  }

  private void readDocument(String key) throws IOException {
    switch (key) {
      case "name" -> instance.name = text();
      case "schemaVersion" -> instance.schemaVersion = version();
      case "wms", "runtimeSystem" -> readRuntimeSystem();
      case "workflow" -> json.object(this::readWorkflow);
      default -> instance.unused.skip(json, key);
    }
  }

  /** Reads the version, which some programs write as a number. */
  private String version() throws IOException {
    return json.isNumber() ? json.number("a version").toPlainString() : text();
  }

  private void readRuntimeSystem() throws IOException {
    if (!json.isObject()) {
      instance.runtimeSystem = text();
      return;
    }
    json.object(
        key -> {
          switch (key) {
            case "name" -> instance.runtimeSystem = text();
            default -> json.skip();
          }
        });
  }

  private void readWorkflow(String key) throws IOException {
    switch (key) {
      case "jobs" -> readTasks(Layout.JOBS);
      case "tasks" -> readTasks(Layout.TASKS);
      case "specification" -> json.object(this::readSpecification);
      case "execution" -> json.object(this::readExecution);
      default -> readTotals(key);
    }
  }

  private void readSpecification(String key) throws IOException {
    switch (key) {
      case "tasks" -> readTasks(Layout.SPECIFICATION);
      case "files" -> readFiles();
      default -> instance.unused.skip(json, key);
    }
  }

  private void readExecution(String key) throws IOException {
    switch (key) {
      case "tasks" -> readList(instance.executed);
      default -> readTotals(key);
    }
  }

  private void readTotals(String key) throws IOException {
    switch (key) {
      case "makespan", "makespanInSeconds" -> instance.makespan = seconds();
      case "executedAt" -> instance.executedAt = Optional.of(text()).filter(at -> !at.isEmpty());
      case "machines" -> json.array(index -> readMachine());
      default -> instance.unused.skip(json, key);
    }
  }

  private void readTasks(Layout layout) throws IOException {
    if (instance.layout != null) {
      throw json.error("a second list of tasks", "only the one under " + instance.layout.path);
    }
    instance.layout = layout;
    readList(instance.tasks);
  }

  private void readList(List<Task> tasks) throws IOException {
    String path = json.path();
    json.array(
        "an array of tasks",
        index -> {
          Task task = new Task(JsonPath.element(path, index));
          json.object(key -> readTask(key, task));
          tasks.add(task);
        });
  }

  private void readTask(String key, Task task) throws IOException {
    switch (key) {
      case "name" -> task.name = text();
      case "id" -> task.id = text();
      case "type" -> task.kind = text();
      case "category" -> task.category = text();
      case "parents" -> {
        task.hasParents = true;
        task.parents = texts("the name or id of a task");
      }
      case "children" -> {
        task.hasChildren = true;
        task.children = texts("the name or id of a task");
      }
      case "inputFiles" -> readInputs(task);
      default -> readExecuted(key, task);
    }
  }

  private void readExecuted(String key, Task task) throws IOException {
    switch (key) {
      case "runtime", "runtimeInSeconds" -> task.runtime = seconds();
      case "executedAt" -> task.executedAt = Optional.of(text()).filter(at -> !at.isEmpty());
      case "machine", "machines" -> task.machines = texts("the name of a machine");
      case "command" -> readCommand(task);
      case "files" -> readTaskFiles(task);
      case "bytesRead", "bytesWritten", "memory" -> readKilobytes(key, task);
      default -> readAttribute(key, task);
    }
  }

  private void readCommand(Task task) throws IOException {
    if (json.isNull()) {
      return;
    }
    json.object(
        key -> {
          switch (key) {
            case "program" -> task.program = text();
            case "arguments" -> instance.arguments.put(arguments(), task.attributes);
            default -> instance.unused.skip(json, key);
          }
        });
  }

  private List<String> arguments() throws IOException {
    List<String> arguments = new ArrayList<>();
    if (json.isArray()) {
      json.array(index -> readArgument(arguments));
    } else {
      readArgument(arguments);
    }
    return arguments;
  }

  private void readArgument(List<String> into) throws IOException {
    if (json.isObject() || json.isArray() || json.isNull()) {
      json.skip();
    } else {
      into.add(json.scalar("an argument"));
    }
  }

  private void readInputs(Task task) throws IOException {
    if (json.isNull()) {
      return;
    }
    FileList inputs = instance.files.list();
    json.array(index -> inputs.add(json.name("the id of a file")));
    task.inputs = Optional.of(inputs);
  }

  private void readFiles() throws IOException {
    if (!json.isNull()) {
      json.array(index -> readFile());
    }
  }

  /** Reads the list of files that each task has up to version 1.4. */
  private void readTaskFiles(Task task) throws IOException {
    if (json.isNull()) {
      return;
    }
    FileList inputs = instance.files.list();
    json.array(
        index -> {
          NamedFile file = readFile();
          if (file.isInput) {
            inputs.add(file.key());
          }
        });
    task.inputs = Optional.of(inputs);
  }

  private NamedFile readFile() throws IOException {
    NamedFile file = new NamedFile();
    json.object(
        key -> {
          switch (key) {
            case "id" -> file.id = text();
            case "name" -> file.name = text();
            case "link" -> file.isInput = text().equals("input");
            case "size", "sizeInBytes" -> file.bytes = bytes();
            default -> json.skip();
          }
        });
    instance.files.recordSize(file.key(), file.bytes);
    return file;
  }

  /** Reads a size; -1 if it is unknown or not a possible number of bytes. */
  private long bytes() throws IOException {
    if (json.isNull()) {
      return -1;
    }
    return number("bytes")
        .filter(size -> size.signum() >= 0 && size.compareTo(MAX_BYTES) <= 0)
        .map(BigDecimal::longValue)
        .orElse(-1L);
  }

  private static final class NamedFile {
    private String id = "";
    private String name = "";
    private boolean isInput;
    private long bytes = -1;

    private String key() {
      return id.isEmpty() ? name : id;
    }
  }

  /**
   * Keeps the values unchanged: their unit was KB according to the converter to 1.3, but not in all
   * files.
   */
  private void readKilobytes(String key, Task task) throws IOException {
    instance.migratedKilobytes++;
    readAttribute(key, task);
  }

  private void readAttribute(String key, Task task) throws IOException {
    Optional<String> attribute = WfAttributes.name(key);
    if (attribute.isEmpty()) {
      instance.unused.skip(json, key);
    } else if (!json.isNull()) {
      String name = attribute.get();
      number("a number").ifPresent(value -> task.attributes.put(name, WfAttributes.text(value)));
    }
  }

  private void readMachine() throws IOException {
    Machine machine = new Machine();
    json.object(
        key -> {
          switch (key) {
            case "nodeName" -> machine.name = json.name("the name of a machine");
            case "cpu" -> json.object(part -> readCpu(part, machine));
            default -> instance.unused.skip(json, key);
          }
        });
    if (machine.name.isEmpty()) {
      throw json.error("a machine without nodeName", "a machine with its name");
    }
    instance.machines.add(machine);
  }

  private void readCpu(String key, Machine machine) throws IOException {
    if (json.isNull()) {
      return;
    }
    switch (key) {
      case "count", "coreCount" -> machine.cores = json.wholeNumber(0, "a number of cores");
      case "speed", "speedInMHz" ->
          machine.megahertz =
              number("a clock rate in MHz").map(BigDecimal::doubleValue).orElse(0.0);
      default -> instance.unused.skip(json, key);
    }
  }

  private String text() throws IOException {
    return json.isNull() ? "" : json.text();
  }

  private List<String> texts(String expected) throws IOException {
    if (json.isNull()) {
      return List.of();
    }
    if (json.isText()) {
      return List.of(json.name(expected));
    }
    List<String> texts = new ArrayList<>();
    json.array(index -> texts.add(json.name(expected)));
    return texts;
  }

  private OptionalLong seconds() throws IOException {
    if (json.isNull()) {
      return OptionalLong.empty();
    }
    if (json.isNotFinite()) {
      instance.notFinite++;
      return OptionalLong.empty();
    }
    return OptionalLong.of(json.nanos(SECONDS));
  }

  /** Reads a number; some converters write not-a-number if nothing was measured. */
  private Optional<BigDecimal> number(String expected) throws IOException {
    if (json.isNotFinite()) {
      instance.notFinite++;
      return Optional.empty();
    }
    return Optional.of(json.number(expected));
  }
}
