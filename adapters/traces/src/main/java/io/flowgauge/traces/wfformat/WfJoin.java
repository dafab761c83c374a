package io.flowgauge.traces.wfformat;

import io.flowgauge.trace.Diagnostic;
import io.flowgauge.trace.Diagnostic.Severity;
import io.flowgauge.traces.files.Tally;
import io.flowgauge.traces.wfformat.WfInstance.Task;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Joins the execution part, which exists since version 1.5, with the specification by the ids of
 * the tasks.
 */
final class WfJoin {
  private static final String WHERE = "workflow.execution.tasks";

  private final WfInstance instance;
  private final Map<String, Task> byId = new HashMap<>();
  private final Map<String, Task> byName = new HashMap<>();
  private final Set<Task> joined = new HashSet<>();
  private final Tally unknown = new Tally();
  private final Tally repeated = new Tally();
  private final Tally named = new Tally();

  WfJoin(WfInstance instance) {
    this.instance = instance;
    for (Task task : instance.tasks) {
      byId.putIfAbsent(task.id, task);
      // Null marks a name that several tasks share.
      byName.put(task.name, byName.containsKey(task.name) ? null : task);
    }
  }

  void join(List<Diagnostic> remarks) {
    instance.executed.forEach(this::join);
    unknown.remark(
        Severity.ERROR, WHERE, "%d tasks are not in the specification; they are missing", remarks);
    repeated.remark(
        Severity.ERROR,
        WHERE,
        "%d tasks are listed again; only their first entry is used",
        remarks);
    named.remark(
        Severity.WARNING,
        WHERE,
        "%d tasks are given by name, where this layout uses the id",
        remarks);
  }

  private void join(Task executed) {
    String key = executed.id.isEmpty() ? executed.name : executed.id;
    Task task = byId.get(key);
    if (task == null) {
      task = byName.get(key);
      if (task == null) {
        unknown.add(key);
        return;
      }
      named.add(key);
    }
    if (joined.add(task)) {
      merge(executed, task);
    } else {
      repeated.add(key);
    }
  }

  private static void merge(Task from, Task to) {
    to.attributes.putAll(from.attributes);
    to.program = from.program.isEmpty() ? to.program : from.program;
    to.category = from.category.isEmpty() ? to.category : from.category;
    to.kind = from.kind.isEmpty() ? to.kind : from.kind;
    to.inputs = from.inputs.isPresent() ? from.inputs : to.inputs;
    to.machines = from.machines.isEmpty() ? to.machines : from.machines;
    to.runtime = from.runtime.isEmpty() ? to.runtime : from.runtime;
    to.executedAt = from.executedAt.isEmpty() ? to.executedAt : from.executedAt;
  }
}
