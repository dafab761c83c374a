package io.flowgauge.traces.nextflow;

import io.flowgauge.run.Processor;
import io.flowgauge.run.RunRecorder;
import io.flowgauge.trace.Diagnostic;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * Processes whose tasks had to wait for each other, because Nextflow was set to run only a limited
 * number of them at once ({@code maxForks}) and reached that limit. For tasks of unknown processor,
 * the limit serves as the slots that they waited for. Immutable.
 */
final class ForkLimits {
  private final Map<String, Processor> limits = new TreeMap<>();

  /**
   * Finds the limits that were reached.
   *
   * @param given the maximum number of tasks at once, by process
   */
  ForkLimits(Map<String, Integer> given, List<NextflowTask> tasks) {
    if (given.isEmpty()) {
      return; // Skips the tasks, most of which would be unpacked only to ask for their process.
    }
    Map<String, List<long[]>> changes = new HashMap<>();
    for (NextflowTask task : tasks) {
      if (given.containsKey(task.process()) && !task.isCached()) {
        List<long[]> some = changes.computeIfAbsent(task.process(), any -> new ArrayList<>());
        task.attempts().forEach(attempt -> add(attempt.row().times(), some));
      }
    }
    changes.forEach(
        (process, some) -> {
          int limit = given.get(process);
          if (maxConcurrent(some) >= limit) {
            limits.put(process, Processor.of("maxForks of " + process).withSlots(limit));
          }
        });
  }

  private static void add(TaskTimes times, List<long[]> changes) {
    if (times.start().isPresent() && times.complete().isPresent()) {
      changes.add(new long[] {times.start().getAsLong(), 1});
      changes.add(new long[] {times.complete().getAsLong(), -1});
    }
  }

  /**
   * Returns the largest number of tasks that ran at once; one that ends when another starts made
   * room for it.
   */
  private static long maxConcurrent(List<long[]> changes) {
    changes.sort((a, b) -> a[0] == b[0] ? Long.compare(a[1], b[1]) : Long.compare(a[0], b[0]));
    long running = 0;
    long most = 0;
    for (long[] change : changes) {
      running += change[1];
      most = Math.max(most, running);
    }
    return most;
  }

  /** Returns the limit that tasks of a process wait for; empty if none was reached. */
  Optional<Processor> of(String process) {
    return Optional.ofNullable(limits.get(process));
  }

  /** Declares the limits that tasks were assigned to. */
  void recordInto(String source, RunRecorder into) {
    limits.forEach(
        (process, limit) -> {
          into.processor(limit);
          into.diagnostic(
              Diagnostic.info(
                  source,
                  limit.name()
                      + " is "
                      + limit.slots()
                      + ": those of its tasks whose processor is not known share that many slots"));
        });
  }
}
