package io.flowgauge.traces.wfformat;

import io.flowgauge.run.Processor;
import io.flowgauge.run.RunRecorder;
import io.flowgauge.trace.Diagnostic;
import io.flowgauge.trace.Diagnostic.Severity;
import io.flowgauge.traces.files.Tally;
import io.flowgauge.traces.wfformat.WfInstance.Machine;
import io.flowgauge.traces.wfformat.WfInstance.Task;
import java.util.DoubleSummaryStatistics;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Records machines as processors with one slot per core. Clock rates are not taken as speeds: files
 * give 1,200 to 2,757 MHz for machines that are otherwise equal, because machines that save power
 * report less. Not thread-safe.
 */
final class WfMachines {
  private static final String WHERE = "machines";

  private final Map<String, Machine> byName = new LinkedHashMap<>();
  private final List<Diagnostic> remarks;

  WfMachines(List<Machine> machines, List<Diagnostic> remarks) {
    this.remarks = remarks;
    Tally repeated = new Tally();
    for (Machine machine : machines) {
      if (byName.putIfAbsent(machine.name, machine) != null) {
        repeated.add(machine.name);
      }
    }
    repeated.remark(
        Severity.WARNING,
        WHERE,
        "%d machines are described again under the same name; the first description is used",
        remarks);
  }

  /** Declares every machine that is described or used. */
  void declare(List<Task> tasks, RunRecorder into) {
    Tally undescribed = new Tally();
    for (Task task : tasks) {
      for (String name : task.machines) {
        if (!byName.containsKey(name)) {
          undescribed.add(name);
          Machine machine = new Machine();
          machine.name = name;
          byName.put(name, machine);
        }
      }
    }
    undescribed.remark(
        Severity.WARNING, WHERE, "%d machines are used by tasks, but not described", remarks);
    for (Machine machine : byName.values()) {
      into.processor(new Processor(machine.name, 1, Math.max(1, machine.cores), ""));
    }
    remarkClocks();
    remarkCores();
  }

  private void remarkClocks() {
    DoubleSummaryStatistics rates =
        byName.values().stream()
            .mapToDouble(machine -> machine.megahertz)
            .filter(rate -> rate > 0)
            .summaryStatistics();
    if (rates.getCount() > 1 && rates.getMin() < rates.getMax()) {
      remarks.add(
          Diagnostic.info(
              WHERE,
              "clock rates differ, "
                  + rate(rates.getMin())
                  + " to "
                  + rate(rates.getMax())
                  + " MHz; they are not taken as speeds, because a machine that saves power reports"
                  + " a lower rate than it can reach"));
    }
  }

  private static String rate(double megahertz) {
    return megahertz == Math.rint(megahertz)
        ? Long.toString((long) megahertz)
        : Double.toString(megahertz);
  }

  private void remarkCores() {
    Tally unknown = new Tally();
    byName.values().stream().filter(m -> m.cores == 0).forEach(m -> unknown.add(m.name));
    unknown.remark(
        Severity.INFO, WHERE, "%d machines have no number of cores and count as one slot", remarks);
  }
}
