package io.flowgauge.traces.wfformat;

import io.flowgauge.trace.Diagnostic;
import io.flowgauge.traces.wfformat.WfInstance.Task;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Reports attributes that a file has for some tasks only, and files without content. Stateless. */
final class WfGaps {

  private WfGaps() {}

  static void remark(WfInstance instance, List<Diagnostic> remarks) {
    remarkAttributes(instance.tasks, remarks);
    int count = instance.files.count();
    long empty = instance.files.countEmpty();
    if (count > 0) {
      remarks.add(
          Diagnostic.info(
              "files",
              count
                  + " are named; a run keeps only how many of them each task reads, and their size"
                  + (empty == 0 ? "" : "; " + empty + " of them have a size of zero")));
    }
  }

  private static void remarkAttributes(List<Task> tasks, List<Diagnostic> remarks) {
    Map<String, Integer> counts = new TreeMap<>();
    for (Task task : tasks) {
      task.attributes.keySet().forEach(name -> counts.merge(name, 1, Integer::sum));
    }
    counts.forEach(
        (name, count) -> {
          if (count < tasks.size()) {
            remarks.add(
                Diagnostic.info(
                    "tasks",
                    name + " is recorded for " + count + " of " + tasks.size() + " tasks"));
          }
        });
  }
}
