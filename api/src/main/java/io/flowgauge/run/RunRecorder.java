package io.flowgauge.run;

import io.flowgauge.trace.Diagnostic;
import io.flowgauge.trace.Times;
import io.flowgauge.workflow.Activity;
import io.flowgauge.workflow.Region;
import java.time.Instant;

/**
 * Records a run in any order, and takes immutable snapshots of it at any moment. Both trace readers
 * and live engines use it.
 *
 * <p>Recording neither throws nor waits for an analysis: unusable input is left out, counted, and
 * reported as a diagnostic of the next snapshot. Events may arrive in any order; exact duplicates
 * are dropped. An activity known only from its events or dependencies is added, with a diagnostic.
 * Thread-safe.
 */
public interface RunRecorder {

  /**
   * Declares an activity. Declaring it again adds attributes, such as those known only at its end;
   * if an attribute is given twice, the later value counts. Its type, kind and iteration stay those
   * of the first declaration, with a diagnostic if they differ.
   *
   * @param activity the activity
   */
  void activity(Activity activity);

  /**
   * Declares a dependency. One that closes a cycle with those declared before is left out, with a
   * diagnostic.
   *
   * @param from id of the earlier activity
   * @param to id of the later activity
   */
  void dependency(String from, String to);

  /**
   * Declares a processor; a second declaration of the same name replaces the first.
   *
   * @param processor the processor
   */
  void processor(Processor processor);

  /**
   * Declares the region tree, which is otherwise derived from the dependencies. Activities that it
   * lacks, such as those added later, are placed in it by their dependencies, and activities that
   * the run lacks are left out of it, with diagnostics.
   *
   * @param root a region that contains every activity exactly once
   */
  void regions(Region root);

  /**
   * Records an event.
   *
   * @param event the event
   */
  default void record(ActivityEvent event) {
    if (event == null) {
      record("", EventType.STARTED, Long.MIN_VALUE, 0); // Counted as unusable.
    } else {
      record(event.activity(), event.type(), event.epochNanos(), event.attempt());
    }
  }

  /**
   * Records an event of an activity's first attempt that happens now, by the clock of this machine.
   *
   * @param activity id of the activity
   * @param type what happens
   */
  default void record(String activity, EventType type) {
    record(activity, type, Instant.now(), 1);
  }

  /**
   * Records an event.
   *
   * @param activity id of the activity
   * @param type what happened
   * @param time when; an event outside the years 1824 to 2116 is left out, with a diagnostic
   * @param attempt the attempt it belongs to, counted from 1
   */
  default void record(String activity, EventType type, Instant time, int attempt) {
    record(activity, type, time == null ? Long.MIN_VALUE : Times.saturatedNanos(time), attempt);
  }

  /**
   * Records an event without creating an object for it.
   *
   * @param activity id of the activity
   * @param type what happened
   * @param epochNanos when, in nanoseconds since 1970-01-01T00:00:00Z; an event outside the years
   *     1824 to 2116 is left out, with a diagnostic. Times that look like milliseconds are recorded
   *     unchanged, with a diagnostic
   * @param attempt the attempt it belongs to, counted from 1
   */
  void record(String activity, EventType type, long epochNanos, int attempt);

  /**
   * Records where an attempt ran. A processor that was not declared is added with speed 1 and as
   * many slots as activities were ever active on it at once.
   *
   * @param activity id of the activity
   * @param attempt the attempt, counted from 1
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
   * Records the wall-clock time of the invoked application in one attempt. It is T(a) unless a
   * later attempt follows, and takes precedence over a time recorded without an attempt.
   *
   * @param activity id of the activity
   * @param attempt the attempt, counted from 1
   * @param nanos the time, 0 or more
   */
  void wallclock(String activity, int attempt, long nanos);

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
   * Records a phase of one attempt. It is among the activity's phases unless a later attempt
   * follows.
   *
   * @param activity id of the activity
   * @param attempt the attempt, counted from 1
   * @param phase the phase
   */
  void phase(String activity, int attempt, Phase phase);

  /**
   * Records how long an activity's last attempt spent in a phase whose position in time is unknown,
   * as from a profile ({@link ActivityExecution#phaseTimes()}). The last recorded time of a phase
   * counts, so that a growing profile can be recorded repeatedly.
   *
   * @param activity id of the activity
   * @param phase the phase
   * @param nanos the time, 0 or more
   */
  void phaseTime(String activity, PhaseType phase, long nanos);

  /**
   * Records what sensors measured in an activity's last attempt up to now. Can be repeated while
   * the activity runs: the latest profile counts. Earlier ones are its {@linkplain
   * ActivityExecution#codeProfiles() history}; some of them are dropped when there are many.
   *
   * @param activity id of the activity
   * @param profile everything measured so far
   */
  void codeProfile(String activity, CodeProfile profile);

  /**
   * Records an interval during which a middleware service worked for the run.
   *
   * @param service the interval
   */
  void service(ServiceInterval service);

  /**
   * Records what was measured on a host during the run. Whenever a quantity of a host has more than
   * 512 loads, they are combined into intervals of equal length, twice as long each time, with the
   * least value, the mean and the greatest value ({@link WorkflowRun#hostLoads()}).
   *
   * @param load the measurement
   */
  void hostLoad(HostLoad load);

  /**
   * Sets the start of the run; by default the run starts with its first event.
   *
   * @param epochNanos nanoseconds since 1970-01-01T00:00:00Z
   */
  void start(long epochNanos);

  /**
   * Sets the start of the run; by default the run starts with its first event.
   *
   * @param time when; outside the years 1824 to 2116 it is left out, with a diagnostic
   */
  default void start(Instant time) {
    start(time == null ? Long.MIN_VALUE : Times.saturatedNanos(time));
  }

  /**
   * Sets the end of the run: nothing will be tried again, and what has not begun never will.
   * Without it, the run lasts while an activity may still begin ({@link WorkflowRun#isFinished()}).
   * It does not change the makespan, which ends with the last activity.
   *
   * @param epochNanos nanoseconds since 1970-01-01T00:00:00Z
   */
  void end(long epochNanos);

  /**
   * Sets the end of the run, like {@link #end(long)}.
   *
   * @param time when; outside the years 1824 to 2116 it is left out, with a diagnostic
   */
  default void end(Instant time) {
    end(time == null ? Long.MIN_VALUE : Times.saturatedNanos(time));
  }

  /**
   * Sets the zero point of times; UTC by default.
   *
   * @param base the time base
   */
  void timeBase(TimeBase base);

  /**
   * Sets the makespan stated by the source, for runs whose events have no times.
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
   * Takes a snapshot of everything known of the run, with open states measured up to the last
   * recorded event.
   *
   * @return an immutable run; its diagnostics say what could not be recorded
   */
  WorkflowRun snapshot();

  /**
   * Takes the last snapshot and releases what was recorded, so that a large run needs less memory.
   * Afterwards the recorder is empty; what it records later does not belong to this run. An
   * implementation may keep what was recorded, as the default does.
   *
   * @return the same run as {@link #snapshot()}
   */
  default WorkflowRun finish() {
    return snapshot();
  }

  /**
   * Takes a snapshot of the run as known at a given moment: open states are measured up to it, and
   * later events are left out.
   *
   * @param now t_now
   * @return an immutable run; its diagnostics say what could not be recorded
   * @throws IllegalArgumentException if t_now is outside the years 1824 to 2116
   */
  WorkflowRun snapshot(Instant now);
}
