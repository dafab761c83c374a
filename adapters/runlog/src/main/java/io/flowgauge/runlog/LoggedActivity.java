package io.flowgauge.runlog;

import io.flowgauge.run.CodeProfile;
import io.flowgauge.run.EventType;
import io.flowgauge.run.Phase;
import io.flowgauge.run.PhaseType;

/**
 * An activity of a logged run. An engine keeps this object to log the activity's events at the cost
 * of the event log alone, without allocation, look-ups or waiting. Thread-safe.
 *
 * <pre>{@code
 * LoggedActivity project = run.activity(Activity.of("p1", "mProject"));
 * project.log(EventType.ACTIVE, 1);
 * }</pre>
 */
public final class LoggedActivity {
  private final String id;
  private final long lifeline;
  private final ActivityForms forms;
  private final Declarations declarations;

  LoggedActivity(String id, long lifeline, ActivityForms forms, Declarations declarations) {
    this.id = id;
    this.lifeline = lifeline;
    this.forms = forms;
    this.declarations = declarations;
  }

  /**
   * Its id.
   *
   * @return id of the activity
   */
  public String id() {
    return id;
  }

  /**
   * The number that joins its events in the log.
   *
   * @return the lifeline, the same in all processes that log the run
   */
  public long lifeline() {
    return lifeline;
  }

  /**
   * Logs an event that happens now, by the clock of the log.
   *
   * @param type the type of the event
   * @param attempt the attempt it belongs to, counted from 1
   */
  public void log(EventType type, int attempt) {
    if (type == null) {
      declarations.unusable(UnusableCall.EVENT);
    } else {
      forms.log(type, lifeline, attempt);
    }
  }

  /**
   * Logs an event that happened at a time the engine knows.
   *
   * @param type the type of the event
   * @param attempt the attempt it belongs to, counted from 1
   * @param epochNanos its time, in nanoseconds since 1970-01-01T00:00:00Z
   */
  public void log(EventType type, int attempt, long epochNanos) {
    if (type == null) {
      declarations.unusable(UnusableCall.EVENT);
    } else {
      forms.log(type, lifeline, attempt, epochNanos);
    }
  }

  /**
   * Logs the processor on which an attempt runs.
   *
   * @param attempt the attempt, counted from 1
   * @param processor name of the processor
   */
  public void assign(int attempt, String processor) {
    if (processor == null) {
      declarations.unusable(UnusableCall.ASSIGNMENT);
    } else {
      forms.assigned(lifeline, attempt, processor);
    }
  }

  /**
   * Logs T(a), the wall-clock time of the invoked application in its last attempt.
   *
   * @param nanos the time, 0 or more
   */
  public void wallclock(long nanos) {
    declarations.wallclock(lifeline, nanos);
  }

  /**
   * Logs the wall-clock time of the invoked application in one attempt: see {@link
   * io.flowgauge.run.RunRecorder#wallclock(String, int, long)}.
   *
   * @param attempt the attempt, counted from 1
   * @param nanos the time, 0 or more
   */
  public void wallclock(int attempt, long nanos) {
    declarations.wallclock(lifeline, attempt, nanos);
  }

  /**
   * Logs a phase of one attempt, once it is over.
   *
   * @param attempt the attempt, counted from 1
   * @param phase the phase
   */
  public void phase(int attempt, Phase phase) {
    if (phase == null) {
      declarations.unusable(UnusableCall.PHASE);
    } else {
      declarations.phase(lifeline, attempt, phase);
    }
  }

  /**
   * Logs a known ideal time.
   *
   * @param nanos the time, 0 or more
   */
  public void ideal(long nanos) {
    declarations.ideal(lifeline, nanos);
  }

  /**
   * Logs a phase of the last attempt, once it is over.
   *
   * @param phase the phase
   */
  public void phase(Phase phase) {
    if (phase == null) {
      declarations.unusable(UnusableCall.PHASE);
    } else {
      declarations.phase(lifeline, phase);
    }
  }

  /**
   * Logs the length of a phase of the last attempt, if its times are unknown.
   *
   * @param phase the phase
   * @param nanos the time, 0 or more
   */
  public void phaseTime(PhaseType phase, long nanos) {
    if (phase == null) {
      declarations.unusable(UnusableCall.PHASE_TIME);
    } else {
      declarations.phaseTime(lifeline, phase, nanos);
    }
  }

  /**
   * Logs what sensors measured in the last attempt up to now: see {@link RunLog#codeProfile}.
   *
   * @param profile everything measured so far
   */
  public void codeProfile(CodeProfile profile) {
    if (profile == null) {
      declarations.unusable(UnusableCall.CODE_PROFILE);
    } else {
      declarations.codeProfile(lifeline, profile);
    }
  }

  @Override
  public String toString() {
    return "LoggedActivity[" + id + "]";
  }
}
