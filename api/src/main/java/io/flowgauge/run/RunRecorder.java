package io.flowgauge.run;

import io.flowgauge.trace.Diagnostic;
import io.flowgauge.workflow.Activity;
import io.flowgauge.workflow.CyclicWorkflowException;
import io.flowgauge.workflow.Region;
import java.time.Instant;

/**
 * Assembles a run from what is told to it, in any order, and answers with an immutable snapshot at
 * any moment. Readers of trace files and live engines use the same one.
 *
 * <p>Thread-safe. Recording neither throws nor waits for an analysis: what cannot be used is kept
 * out of the columns, counted, and reported as a diagnostic of the next snapshot. Exact duplicates
 * of an event are dropped; events may come in any order. An activity known only by its events or
 * dependencies is added, with a diagnostic.
 */
public interface RunRecorder {

  /**
   * Declares an activity; a second declaration of an id is reported and ignored.
   *
   * @param activity the activity
   */
  void activity(Activity activity);

  /**
   * Declares a dependency.
   *
   * @param from id of the earlier activity
   * @param to id of the later activity
   */
  void dependency(String from, String to);

  /**
   * Declares a processor; a second declaration of a name replaces the first.
   *
   * @param processor the processor
   */
  void processor(Processor processor);

  /**
   * Declares the region tree, instead of having it found from the dependencies.
   *
   * @param root a region that holds every activity exactly once
   */
  void regions(Region root);

  /**
   * Records an event.
   *
   * @param event the event
   */
  default void record(ActivityEvent event) {
    record(event.activity(), event.type(), event.epochNanos(), event.attempt());
  }

  /**
   * Records an event without making an object of it.
   *
   * @param activity id of the activity
   * @param type what happened
   * @param epochNanos when, in nanoseconds since 1970-01-01T00:00:00Z; outside the years 1824 to
   *     2116 it is not recorded, with a diagnostic
   * @param attempt the submission it belongs to, counted from 1
   */
  void record(String activity, EventType type, long epochNanos, int attempt);

  /**
   * Says where an attempt ran; a processor that was not declared is added with speed 1, and as many
   * slots as activities were ever active on it at once.
   *
   * @param activity id of the activity
   * @param attempt the submission, counted from 1
   * @param processor name of the processor
   */
  void assign(String activity, int attempt, String processor);

  /**
   * Records T(a), the wall-clock time of the invoked application in its last attempt.
   *
   * @param activity id of the activity
   * @param nanos the time, 0 or more
   */
  void wallclock(String activity, long nanos);

  /**
   * Records a known ideal time of an activity.
   *
   * @param activity id of the activity
   * @param nanos the time, 0 or more
   */
  void ideal(String activity, long nanos);

  /**
   * Records a phase of an activity's last attempt.
   *
   * @param activity id of the activity
   * @param phase the phase
   */
  void phase(String activity, Phase phase);

  /**
   * Records how long an activity's last attempt spent in a phase of which only the length is known,
   * such as a profile tells it ({@link ActivityExecution#phaseTimes()}). The last time told of a
   * phase counts, so that a profile can be told again as it grows.
   *
   * @param activity id of the activity
   * @param phase the phase
   * @param nanos the time, 0 or more
   */
  void phaseTime(String activity, PhaseType phase, long nanos);

  /**
   * Records time of a middleware service.
   *
   * @param service the interval
   */
  void service(ServiceInterval service);

  /**
   * Sets the start of the run; without it the run starts with its first event.
   *
   * @param epochNanos nanoseconds since 1970-01-01T00:00:00Z
   */
  void start(long epochNanos);

  /**
   * Sets what the times are counted from; UTC by default.
   *
   * @param base the time base
   */
  void timeBase(TimeBase base);

  /**
   * Sets the makespan a source states, for runs whose events have no times.
   *
   * @param nanos the makespan, 0 or more
   */
  void recordedMakespan(long nanos);

  /**
   * Adds a remark on the input.
   *
   * @param diagnostic the remark
   */
  void diagnostic(Diagnostic diagnostic);

  /**
   * The run as known now, post mortem: open states are measured up to the last recorded event.
   *
   * @return an immutable run
   * @throws CyclicWorkflowException if the dependencies have a cycle; the message prints it
   * @throws IllegalArgumentException if declared regions do not hold every activity exactly once
   */
  WorkflowRun snapshot();

  /**
   * The run as known at a moment: open states are measured up to it, and later events are not in
   * it.
   *
   * @param now t_now
   * @return an immutable run
   * @throws CyclicWorkflowException if the dependencies have a cycle; the message prints it
   * @throws IllegalArgumentException if t_now is outside the years 1824 to 2116, or declared
   *     regions do not hold every activity exactly once
   */
  WorkflowRun snapshot(Instant now);
}
