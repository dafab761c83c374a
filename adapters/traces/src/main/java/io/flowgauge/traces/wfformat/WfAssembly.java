package io.flowgauge.traces.wfformat;

import io.flowgauge.run.RunRecorder;
import io.flowgauge.trace.Diagnostic;
import io.flowgauge.trace.Diagnostic.Severity;
import io.flowgauge.trace.TraceFile;
import io.flowgauge.trace.TraceFormatException;
import io.flowgauge.traces.files.Tally;
import io.flowgauge.traces.json.JsonPath;
import io.flowgauge.traces.wfformat.WfInstance.Layout;
import io.flowgauge.traces.wfformat.WfInstance.Task;
import io.flowgauge.workflow.Activity;
import io.flowgauge.workflow.ActivityKind;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;

/** Records the contents of a file as a run. Not thread-safe. */
final class WfAssembly {
  private static final Pattern KNOWN_VERSIONS = Pattern.compile("1\\.[0-6]");
  private static final String TRANSFER = "transfer";
  private static final String COMPUTE = "compute";
  private static final long KILO = 1000;

  private final TraceFile file;
  private final WfInstance instance;
  private final RunRecorder into;
  private final List<Diagnostic> remarks = new ArrayList<>();

  WfAssembly(TraceFile file, WfInstance instance, RunRecorder into) {
    this.file = file;
    this.instance = instance;
    this.into = into;
  }

  void assemble() throws TraceFormatException {
    remarkVersion();
    new WfJoin(instance).join(remarks);
    List<String> ids = ids();
    describeWork(ids);
    new WfMachines(instance.machines, remarks).declare(instance.tasks, into);
    for (int k = 0; k < ids.size(); k++) {
      declare(instance.tasks.get(k), ids.get(k));
    }
    new WfGraph(instance.layout, instance.tasks, ids).assemble(into, remarks);
    new WfTimes(instance, ids, remarks).assemble(into);
    remarkTasks(ids);
    remarkRest();
    remarks.forEach(into::diagnostic);
  }

  private void remarkVersion() {
    if (!KNOWN_VERSIONS.matcher(instance.schemaVersion).matches()) {
      remarks.add(
          Diagnostic.warning(
              "schemaVersion",
              "\""
                  + instance.schemaVersion
                  + "\" is not a known version, 1.0 to 1.6; read by its layout, "
                  + instance.layout.path));
    }
  }

  /** Returns the ids of the activities: the names or ids by which the layout identifies tasks. */
  private List<String> ids() throws TraceFormatException {
    boolean byId = instance.layout.byId;
    List<String> ids = new ArrayList<>();
    for (Task task : instance.tasks) {
      boolean useId = task.name.isEmpty() || (byId && !task.id.isEmpty());
      ids.add(useId ? task.id : task.name);
    }
    if (!byId && new HashSet<>(ids).size() < ids.size() && hasUniqueIds()) {
      remarks.add(
          Diagnostic.warning(
              instance.layout.path, "several tasks have the same name: their ids tell them apart"));
      ids = instance.tasks.stream().map(task -> task.id).toList();
    }
    requireUnique(ids);
    return ids;
  }

  private boolean hasUniqueIds() {
    Set<String> ids = new HashSet<>();
    return instance.tasks.stream().allMatch(task -> !task.id.isEmpty() && ids.add(task.id));
  }

  private void requireUnique(List<String> ids) throws TraceFormatException {
    Map<String, String> paths = new HashMap<>();
    for (int k = 0; k < ids.size(); k++) {
      String path = instance.tasks.get(k).path;
      if (ids.get(k).isEmpty()) {
        throw file.error(path, "a task without name and id", "a task with a name or an id");
      }
      String earlier = paths.putIfAbsent(ids.get(k), path);
      if (earlier != null) {
        throw file.error(
            path, "task " + ids.get(k) + " a second time", "it only once, at " + earlier);
      }
    }
  }

  private void describeWork(List<String> ids) {
    for (int k = 0; k < ids.size(); k++) {
      Task task = instance.tasks.get(k);
      task.type = WfTypes.of(task.category, task.program, name(task, ids.get(k)), ids.get(k));
      task.inputs.ifPresent(
          inputs -> instance.files.recordInputs(task.type, inputs, task.attributes));
    }
    instance.files.addAttributes();
  }

  private static String name(Task task, String id) {
    return task.name.isEmpty() ? id : task.name;
  }

  private void declare(Task task, String id) {
    String name = name(task, id);
    keep(task, WfAttributes.PROGRAM, task.program, task.program.equals(task.type));
    keep(task, WfAttributes.NAME, name, name.equals(id) || name.equals(task.type));
    boolean transfer = task.kind.equals(TRANSFER);
    keep(task, "type", task.kind, transfer || task.kind.equals(COMPUTE));
    into.activity(
        Activity.of(id, task.type, transfer ? ActivityKind.TRANSFER : ActivityKind.COMPUTE)
            .withAttributes(task.attributes));
    task.runtime.stream().filter(nanos -> nanos >= 0).forEach(n -> into.wallclock(id, n));
    task.machines.stream().findFirst().ifPresent(machine -> into.assign(id, 1, machine));
  }

  private static void keep(Task task, String attribute, String value, boolean known) {
    if (!known && !value.isEmpty()) {
      task.attributes.put(attribute, value);
    }
  }

  private void remarkTasks(List<String> ids) {
    Tally unmeasured = new Tally();
    Tally negative = new Tally();
    Tally zero = new Tally();
    Tally moreMachines = new Tally();
    int placed = 0;
    for (int k = 0; k < ids.size(); k++) {
      Task task = instance.tasks.get(k);
      long runtime = task.runtime.orElse(1);
      (task.runtime.isEmpty()
              ? unmeasured
              : runtime < 0 ? negative : runtime == 0 ? zero : new Tally())
          .add(ids.get(k));
      placed += task.machines.isEmpty() ? 0 : 1;
      if (task.machines.size() > 1) {
        moreMachines.add(ids.get(k) + ": " + task.machines);
      }
    }
    unmeasured.remark(Severity.WARNING, "tasks", "%d tasks have no runtime: not measured", remarks);
    negative.remark(
        Severity.ERROR,
        "tasks",
        "%d tasks have a negative runtime: not used, and taken as not measured",
        remarks);
    zero.remark(
        Severity.WARNING,
        "tasks",
        "%d tasks have a runtime of exactly zero, perhaps because it was rounded",
        remarks);
    moreMachines.remark(
        Severity.WARNING, "tasks", "%d tasks ran on several machines; the first is used", remarks);
    remarkPlaces(ids.size() - placed);
  }

  private void remarkPlaces(int unplaced) {
    if (unplaced > 0) {
      boolean all = unplaced == instance.tasks.size();
      String tasks =
          all ? "no task names the machine it" : unplaced + " tasks do not name the machine they";
      remarks.add(Diagnostic.info("machines", tasks + " ran on"));
    }
  }

  private void remarkRest() {
    if (instance.tasks.isEmpty()) {
      remarks.add(Diagnostic.warning(instance.layout.path, "there is no task"));
    }
    if (instance.notFinite > 0) {
      remarks.add(
          Diagnostic.warning(
              JsonPath.ROOT,
              instance.notFinite + " numbers are NaN or infinite: taken as not measured"));
    }
    if (instance.runtimeSystem.equals("Pegasus") && instance.makespan.isPresent()) {
      remarks.add(
          Diagnostic.info(
              "makespan",
              "it includes transfer jobs of Pegasus that are not among the tasks, so a large"
                  + " unidentified part is correct"));
    }
    if (!instance.layout.byId && instance.tasks.stream().anyMatch(t -> t.hasParents)) {
      remarks.add(
          Diagnostic.info(
              instance.layout.path,
              "parents and children are names of tasks, as up to version 1.4"));
    }
    WfGaps.remark(instance, remarks);
    remarkKilobytes();
    if (!instance.unused.isEmpty()) {
      remarks.add(
          Diagnostic.info(
              JsonPath.ROOT, "keys that are not part of a run: " + instance.unused.text()));
    }
  }

  /** Remarks on sizes multiplied by 1000, which the converter from older versions took for KB. */
  private void remarkKilobytes() {
    if (instance.migratedKilobytes > 0 && instance.layout != Layout.JOBS) {
      remarks.add(
          Diagnostic.info(
              "tasks",
              "bytesRead and bytesWritten occur in addition to readBytes and writtenBytes: the"
                  + " latter are 1000 times the former"));
      return;
    }
    List<Long> bytes =
        instance.tasks.stream()
            .map(task -> task.attributes.get("readBytes"))
            .filter(text -> text != null && text.matches("[1-9][0-9]{3,17}"))
            .map(Long::valueOf)
            .toList();
    if (bytes.size() > 1 && bytes.stream().allMatch(n -> n % KILO == 0)) {
      remarks.add(
          Diagnostic.info(
              "tasks",
              "readBytes are all multiples of 1000, so they were probably converted from KB"));
    }
  }
}
