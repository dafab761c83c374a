package io.flowgauge.run;

import io.flowgauge.trace.Diagnostic;
import io.flowgauge.workflow.Workflow;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * A run of a workflow as known at one moment: the workflow, what its activities did, and on which
 * processors. Immutable and thread-safe.
 */
public interface WorkflowRun {

  /**
   * Name of the run.
   *
   * @return a text, possibly empty
   */
  String name();

  /**
   * The workflow that was run.
   *
   * @return the workflow
   */
  Workflow workflow();

  /**
   * The zero point of the run's times.
   *
   * @return the time base
   */
  TimeBase timeBase();

  /**
   * Start of the run: as recorded, else the earliest event.
   *
   * @return nanoseconds since 1970-01-01T00:00:00Z, or empty if no time was recorded
   */
  OptionalLong startNanos();

  /**
   * End of the run: the last end of an activity, or t_now while the run is unfinished. Of an
   * activity that was still under way when the run ended, that is the end the recorder was told.
   *
   * @return nanoseconds since 1970-01-01T00:00:00Z, or empty if no time was recorded
   */
  OptionalLong endNanos();

  /**
   * Time from the start to the end or, without event times, the makespan stated by the source.
   *
   * @return the makespan, or empty if the input had neither
   */
  Optional<Duration> makespan();

  /**
   * Whether the run is over. If its recorder was told its {@linkplain RunRecorder#end(long) end},
   * it is over from then on, whatever did not run. Else a {@linkplain RunRecorder#snapshot()
   * snapshot of all there is} is over if no activity is under way. A {@linkplain
   * RunRecorder#snapshot(java.time.Instant) snapshot of a moment} is over once every activity has
   * completed, was aborted or was skipped: one that failed may be tried again.
   *
   * @return false while something runs, waits or may still begin
   */
  boolean isFinished();

  /**
   * Whether the run is over because its recorder was told its {@linkplain RunRecorder#end(long)
   * end}, rather than as nothing is left to do that is known of.
   *
   * @return false if the end was not told, or is later than the moment of the snapshot
   */
  boolean isEnded();

  /**
   * The execution of an activity.
   *
   * @param index index of the activity in the workflow
   * @return its execution
   * @throws IndexOutOfBoundsException if the index is out of range
   */
  ActivityExecution execution(int index);

  /**
   * The execution of an activity.
   *
   * @param id id of the activity
   * @return its execution, or empty if the workflow has no such activity
   */
  default Optional<ActivityExecution> execution(String id) {
    int index = workflow().indexOf(id);
    return index < 0 ? Optional.empty() : Optional.of(execution(index));
  }

  /**
   * The executions of all activities, in index order.
   *
   * @return an unmodifiable view
   */
  List<ActivityExecution> executions();

  /**
   * Processors, in the order in which they were declared or first seen.
   *
   * @return an unmodifiable list
   */
  List<Processor> processors();

  /**
   * The processors by site.
   *
   * @return sites in the order of their first processor
   */
  default List<Site> sites() {
    Map<String, List<Processor>> bySite = new LinkedHashMap<>();
    for (Processor processor : processors()) {
      bySite.computeIfAbsent(processor.site(), name -> new ArrayList<>()).add(processor);
    }
    return bySite.entrySet().stream().map(e -> new Site(e.getKey(), e.getValue())).toList();
  }

  /**
   * Intervals of middleware services, in order of their beginning.
   *
   * @return an unmodifiable list
   */
  List<ServiceInterval> services();

  /**
   * What was measured of hosts during the run: the loads of each quantity of each host in order of
   * time, hosts and their quantities in the order in which they were first recorded. There are at
   * most 512 of a quantity of a host, so that many measurements may stand behind one.
   *
   * @return an unmodifiable list; empty, the default, if nothing was measured
   */
  default List<HostLoad> hostLoads() {
    return List.of();
  }

  /**
   * Oddities of the input.
   *
   * @return diagnostics, errors first
   */
  List<Diagnostic> diagnostics();
}
