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
   * Start of the run: the recorded start or the earliest event other than SKIPPED, whichever comes
   * first.
   *
   * @return nanoseconds since 1970-01-01T00:00:00Z, or empty if no time was recorded
   */
  OptionalLong startNanos();

  /**
   * Whether the recorder was given the {@linkplain RunRecorder#start(long) start} of the run. If it
   * was not, nothing is known of what the engine did before the first event.
   *
   * @return false if the run is taken to start with its earliest event, or has no time
   */
  boolean isStartRecorded();

  /**
   * End of the run: the last end of an activity, or t_now while the run is unfinished. An activity
   * that was still under way when the run ended counts up to the end given to the recorder; if no
   * activity ever began, because all were cached, the run lasted until then.
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
   * Whether the run is over. If the recorder was given the run's {@linkplain RunRecorder#end(long)
   * end}, the run is over from then on, even if some activities did not run. Otherwise, in a
   * {@linkplain RunRecorder#snapshot() snapshot of everything}, it is over if no activity is under
   * way. In a {@linkplain RunRecorder#snapshot(java.time.Instant) snapshot of a moment}, it is over
   * once every activity has completed or was aborted or skipped; one that failed may be tried
   * again.
   *
   * @return false while something runs, waits or may still begin
   */
  boolean isFinished();

  /**
   * Whether the run is over because the recorder was given its {@linkplain RunRecorder#end(long)
   * end}, rather than because nothing is known to be left to do.
   *
   * @return false if no end was given, or it is later than the moment of the snapshot
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
   * What was measured on hosts during the run. Hosts and their quantities are in the order in which
   * they were first recorded, the loads of each quantity in order of time. A quantity of a host has
   * at most 512 loads, so one load may combine many measurements.
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
