package io.flowgauge.traces.wfformat;

import io.flowgauge.run.EventType;
import io.flowgauge.run.RunRecorder;
import io.flowgauge.run.TimeBase;
import io.flowgauge.trace.Diagnostic;
import io.flowgauge.trace.Diagnostic.Severity;
import io.flowgauge.traces.files.Tally;
import io.flowgauge.traces.wfformat.WfInstance.Task;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/**
 * Start times. The stated start of a task is often the time when the file was converted; it counts
 * only if it is consistent with the run. Not thread-safe.
 */
final class WfTimes {
  private static final String TASKS = "executedAt of tasks";
  private static final String WORKFLOW = "executedAt of the workflow";

  /** Starts closer together than this come from a converter, which takes microseconds per task. */
  private static final long CONVERTED_APART = Duration.ofMillis(1).toNanos();

  /** Tolerance for clocks that differ, and for makespans rounded to seconds. */
  private static final long CLOCK_TOLERANCE = Duration.ofSeconds(2).toNanos();

  /** Maximum difference between a time without zone and one with a zone. */
  private static final long ZONE_TOLERANCE = Duration.ofHours(14).toNanos();

  private final WfInstance instance;
  private final List<String> ids;
  private final List<Diagnostic> remarks;
  private final List<WfDate> starts = new ArrayList<>();
  private final Tally unreadable = new Tally();
  private final Tally missing = new Tally();

  WfTimes(WfInstance instance, List<String> ids, List<Diagnostic> remarks) {
    this.instance = instance;
    this.ids = ids;
    this.remarks = remarks;
  }

  /** Records makespan, start and the times of tasks. */
  void assemble(RunRecorder into) {
    instance.makespan.ifPresent(
        nanos -> {
          if (nanos >= 0) {
            into.recordedMakespan(nanos);
          } else {
            remarks.add(Diagnostic.error("makespan", "it is negative, and not used"));
          }
        });
    Optional<WfDate> workflow = workflowDate();
    instance.tasks.forEach(task -> starts.add(start(task)));
    long[] sorted =
        starts.stream().filter(d -> d != null).mapToLong(WfDate::nanos).sorted().toArray();
    boolean usable = sorted.length > 0 && isGenuine(sorted, workflow);
    if (usable) {
      record(into);
    }
    remarkTasks(usable);
    begin(workflow, usable ? sorted : new long[0], into);
  }

  private Optional<WfDate> workflowDate() {
    if (instance.executedAt.isEmpty()) {
      remarks.add(Diagnostic.info(WORKFLOW, "it is missing: the run has no date"));
      return Optional.empty();
    }
    String text = instance.executedAt.get();
    Optional<WfDate> date = WfDate.parse(text);
    if (date.isEmpty()) {
      remarks.add(Diagnostic.warning(WORKFLOW, "\"" + text + "\" is not a known form of date"));
    } else if (date.get().monthFirst()) {
      remarks.add(
          Diagnostic.info(WORKFLOW, "\"" + text + "\" is read as month-day-year: " + date.get()));
    } else {
      remarks.add(Diagnostic.info(WORKFLOW, "\"" + text + "\" is read as " + date.get()));
    }
    return date;
  }

  /** Returns the start of a task; null, as an element of a long list, if there is none. */
  private WfDate start(Task task) {
    if (task.executedAt.isEmpty()) {
      missing.add(task.path);
      return null;
    }
    Optional<WfDate> date = WfDate.parse(task.executedAt.get());
    if (date.isEmpty()) {
      unreadable.add(task.executedAt.get());
    }
    return date.orElse(null);
  }

  private boolean isGenuine(long[] sorted, Optional<WfDate> workflow) {
    if (starts.stream().filter(d -> d != null).map(WfDate::zoned).distinct().count() > 1) {
      return refuse("some have a zone and some have none");
    }
    if (sorted.length > 1 && Arrays.stream(gaps(sorted)).max().orElse(0) < CONVERTED_APART) {
      return refuse(
          "they are equal, or microseconds apart, as if written when a file was converted");
    }
    if (instance.makespan.isEmpty() || instance.makespan.getAsLong() < 0) {
      return true;
    }
    long span = instance.makespan.getAsLong();
    if (isBeyond(sorted, sorted[0], span)) {
      return refuse("they are further apart than the recorded makespan allows");
    }
    if (workflow.isEmpty()) {
      return true;
    }
    long begin = workflow.get().nanos();
    boolean comparable = workflow.get().zoned() == isZoned();
    return isBeyond(sorted, begin, span + (comparable ? 0 : ZONE_TOLERANCE))
        ? refuse("they are later than the recorded makespan allows")
        : true;
  }

  private boolean isZoned() {
    return starts.stream().anyMatch(date -> date != null && date.zoned());
  }

  private boolean refuse(String reason) {
    remarks.add(
        Diagnostic.warning(TASKS, "these are not start times, and are not used: " + reason));
    return false;
  }

  private static boolean isBeyond(long[] sorted, long begin, long span) {
    return (double) sorted[sorted.length - 1] - begin > (double) span + CLOCK_TOLERANCE;
  }

  private static long[] gaps(long[] sorted) {
    long[] gaps = new long[sorted.length - 1];
    Arrays.setAll(gaps, k -> sorted[k + 1] - sorted[k]);
    return gaps;
  }

  private void record(RunRecorder into) {
    for (int k = 0; k < ids.size(); k++) {
      WfDate start = starts.get(k);
      if (start == null) {
        continue;
      }
      into.record(ids.get(k), EventType.ACTIVE, start.nanos(), 1);
      long runtime = instance.tasks.get(k).runtime.orElse(-1);
      long end = start.nanos() + runtime;
      if (runtime >= 0 && end >= start.nanos()) {
        into.record(ids.get(k), EventType.COMPLETED, end, 1);
      }
    }
  }

  private void remarkTasks(boolean usable) {
    unreadable.remark(Severity.WARNING, TASKS, "%d dates cannot be read", remarks);
    if (!usable) {
      remarks.add(
          Diagnostic.info(
              "tasks",
              "there are no start times of tasks, so waiting, queueing, and load imbalance and"
                  + " serialisation over time cannot be measured"));
    } else {
      missing.remark(Severity.WARNING, TASKS, "%d tasks have no start time", remarks);
    }
  }

  private void begin(Optional<WfDate> workflow, long[] sorted, RunRecorder into) {
    boolean hasTasks = sorted.length > 0;
    boolean zoned = hasTasks ? isZoned() : workflow.map(WfDate::zoned).orElse(true);
    if (!zoned) {
      into.timeBase(TimeBase.UNKNOWN_ZONE);
      remarks.add(
          Diagnostic.warning(
              hasTasks ? TASKS : WORKFLOW,
              "times have no zone: they are shown as if they were UTC"));
    }
    if (workflow.isEmpty()) {
      return;
    }
    if (hasTasks && workflow.get().nanos() > sorted[0]) {
      remarks.add(
          Diagnostic.warning(
              WORKFLOW,
              workflow.get()
                  + " is later than the first task start "
                  + WfDate.text(sorted[0], zoned)
                  + "; the run starts with the task"));
    } else if (!hasTasks || workflow.get().zoned() == zoned) {
      into.start(workflow.get().nanos());
    } else {
      remarks.add(
          Diagnostic.warning(
              WORKFLOW,
              "it cannot be compared with the tasks' times, as only one of them has a zone; the"
                  + " run starts with its first task"));
    }
  }
}
