package io.flowgauge.runlog;

import io.flowgauge.log.write.EventLog;
import io.flowgauge.run.CodeProfile;
import io.flowgauge.run.EventType;
import io.flowgauge.run.HostLoad;
import io.flowgauge.run.Phase;
import io.flowgauge.run.PhaseType;
import io.flowgauge.run.Processor;
import io.flowgauge.run.RunRecorder;
import io.flowgauge.run.ServiceInterval;
import io.flowgauge.run.TimeBase;
import io.flowgauge.trace.Diagnostic;
import io.flowgauge.trace.Times;
import io.flowgauge.workflow.Activity;
import io.flowgauge.workflow.Region;
import java.time.Instant;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Logs one run into an event log as it proceeds, from any thread. Thread-safe.
 *
 * <pre>{@code
 * try (EventLog log = EventLog.open(Path.of("run.nlb"))) {
 *   RunLog run = RunLog.begin(log, "2026-11-20/17", "montage");
 *   LoggedActivity project = run.activity(Activity.of("p1", "mProject"));
 *   run.dependency("p1", "add");
 *   project.log(EventType.STARTED, 1);
 *   project.log(EventType.COMPLETED, 1);
 * }
 * }</pre>
 *
 * <p>Like all logging, it neither waits nor throws because of the log: what cannot be written is
 * dropped and counted there, and readers report it. A call that is itself unusable, for example
 * with a null, is counted and reported in the same way. Reading the log yields the same run as the
 * same calls to a {@link RunRecorder}. Activities may be used before they are declared, or never
 * declared; an engine that has a recorder anyway uses {@link #alongside}.
 *
 * <p>The event log may hold other events and other runs. Processes on other hosts may log parts of
 * the same run into their own logs, with {@link #join}; the logs are then read together.
 */
public final class RunLog {
  /** Denotes an activity without id: readers leave out events about it, and count them. */
  private static final String NOBODY = "";

  private final String id;
  private final ActivityForms forms;
  private final Declarations declarations;
  private final Map<String, LoggedActivity> activities = new ConcurrentHashMap<>();

  private RunLog(EventLog log, String id) {
    this.id = Objects.requireNonNull(id, "id");
    Objects.requireNonNull(log, "log");
    if (id.isEmpty()) {
      throw new IllegalArgumentException("the id of a run must not be empty");
    }
    forms = ActivityForms.of(log);
    declarations = new Declarations((schema, values) -> log.declare(schema).log(values), id);
  }

  /**
   * Starts to log a run. Starting again with the same id, for example after a restart of the
   * engine, continues the same run.
   *
   * @param log an open log
   * @param id id of the run, different from that of any other run, such as a UUID
   * @param name name of the run
   * @return a log of the run
   * @throws IllegalArgumentException if the id is empty, or the log has no room for the types
   */
  public static RunLog begin(EventLog log, String id, String name) {
    Objects.requireNonNull(name, "name");
    RunLog run = new RunLog(log, id);
    run.declarations.begin(name);
    return run;
  }

  /**
   * Joins in logging a run that another process began.
   *
   * @param log an open log, of this process
   * @param id id of the run
   * @return a log of a part of the run
   * @throws IllegalArgumentException if the id is empty, or the log has no room for the types
   */
  public static RunLog join(EventLog log, String id) {
    RunLog run = new RunLog(log, id);
    run.declarations.join();
    return run;
  }

  /**
   * Its id.
   *
   * @return id of the run
   */
  public String id() {
    return id;
  }

  /**
   * Declares an activity; declaring it again adds attributes.
   *
   * @param activity the activity
   * @return a log of its events
   */
  public LoggedActivity activity(Activity activity) {
    Activity copy;
    try {
      copy = Activity.copyOf(activity);
    } catch (RuntimeException e) { // The caller's implementation may throw anything.
      declarations.unusable(UnusableCall.ACTIVITY);
      return activity(NOBODY);
    }
    declarations.activity(copy);
    LoggedActivity made = logged(copy.id());
    LoggedActivity known = activities.putIfAbsent(copy.id(), made);
    return known == null ? made : known;
  }

  /**
   * Returns the log of an activity that was or will be declared, here or by another process.
   *
   * @param activity id of the activity
   * @return a log of its events
   */
  public LoggedActivity activity(String activity) {
    String id = activity == null ? NOBODY : activity;
    LoggedActivity known = activities.get(id);
    return known == null ? activities.computeIfAbsent(id, this::named) : known;
  }

  private LoggedActivity named(String activity) {
    declarations.known(activity);
    return logged(activity);
  }

  private LoggedActivity logged(String activity) {
    return new LoggedActivity(activity, declarations.lifeline(activity), forms, declarations);
  }

  /**
   * Declares a dependency.
   *
   * @param from id of the earlier activity
   * @param to id of the later activity
   */
  public void dependency(String from, String to) {
    declarations.dependency(activity(from).id(), activity(to).id());
  }

  /**
   * Declares a processor; a second declaration of a name replaces the first.
   *
   * @param processor the processor
   */
  public void processor(Processor processor) {
    if (processor == null) {
      declarations.unusable(UnusableCall.PROCESSOR);
    } else {
      declarations.processor(processor);
    }
  }

  /**
   * Declares the region tree, which is otherwise derived from the dependencies; the last
   * declaration counts.
   *
   * @param root the root region; see {@link RunRecorder#regions} for activities that it lacks
   */
  public void regions(Region root) {
    try {
      declarations.regions(root, this::activity);
    } catch (RuntimeException e) { // A region implemented by the caller may throw anything.
      declarations.unusable(UnusableCall.REGIONS);
    }
  }

  /**
   * Logs an event that happens now, by the clock of the log; {@link LoggedActivity#log} avoids the
   * look-up of the activity.
   *
   * @param activity id of the activity
   * @param type the type of the event
   * @param attempt the attempt it belongs to, counted from 1
   */
  public void record(String activity, EventType type, int attempt) {
    activity(activity).log(type, attempt);
  }

  /**
   * Logs an event that happened at a time the engine knows.
   *
   * @param activity id of the activity
   * @param type the type of the event
   * @param epochNanos its time, in nanoseconds since 1970-01-01T00:00:00Z
   * @param attempt the attempt it belongs to, counted from 1
   */
  public void record(String activity, EventType type, long epochNanos, int attempt) {
    activity(activity).log(type, attempt, epochNanos);
  }

  /**
   * Logs an event that happened at a time the engine knows: see {@link RunRecorder#record(String,
   * EventType, Instant, int)}.
   *
   * @param activity id of the activity
   * @param type the type of the event
   * @param time its time
   * @param attempt the attempt it belongs to, counted from 1
   */
  public void record(String activity, EventType type, Instant time, int attempt) {
    record(activity, type, time == null ? Long.MIN_VALUE : Times.saturatedNanos(time), attempt);
  }

  /**
   * Logs the processor on which an attempt runs.
   *
   * @param activity id of the activity
   * @param attempt the attempt, counted from 1
   * @param processor name of the processor
   */
  public void assign(String activity, int attempt, String processor) {
    activity(activity).assign(attempt, processor);
  }

  /**
   * Logs T(a), the wall-clock time of the invoked application in its last attempt.
   *
   * @param activity id of the activity
   * @param nanos the time, 0 or more
   */
  public void wallclock(String activity, long nanos) {
    activity(activity).wallclock(nanos);
  }

  /**
   * Logs the wall-clock time of the invoked application in one attempt: see {@link
   * RunRecorder#wallclock(String, int, long)}.
   *
   * @param activity id of the activity
   * @param attempt the attempt, counted from 1
   * @param nanos the time, 0 or more
   */
  public void wallclock(String activity, int attempt, long nanos) {
    activity(activity).wallclock(attempt, nanos);
  }

  /**
   * Logs a phase of one attempt, once it is over.
   *
   * @param activity id of the activity
   * @param attempt the attempt, counted from 1
   * @param phase the phase
   */
  public void phase(String activity, int attempt, Phase phase) {
    activity(activity).phase(attempt, phase);
  }

  /**
   * Logs a known ideal time of an activity.
   *
   * @param activity id of the activity
   * @param nanos the time, 0 or more
   */
  public void ideal(String activity, long nanos) {
    activity(activity).ideal(nanos);
  }

  /**
   * Logs a phase of an activity's last attempt, once it is over.
   *
   * @param activity id of the activity
   * @param phase the phase
   */
  public void phase(String activity, Phase phase) {
    activity(activity).phase(phase);
  }

  /**
   * Logs the length of a phase of an activity's last attempt, if its times are unknown.
   *
   * @param activity id of the activity
   * @param phase the phase
   * @param nanos the time, 0 or more
   */
  public void phaseTime(String activity, PhaseType phase, long nanos) {
    activity(activity).phaseTime(phase, nanos);
  }

  /**
   * Logs what sensors measured in an activity's last attempt up to now; see {@link
   * RunRecorder#codeProfile}. Only changes since its last profile are logged.
   *
   * @param activity id of the activity
   * @param profile everything measured so far
   */
  public void codeProfile(String activity, CodeProfile profile) {
    activity(activity).codeProfile(profile);
  }

  /**
   * Logs an interval of a middleware service, once it is over.
   *
   * @param service the interval
   */
  public void service(ServiceInterval service) {
    if (service == null) {
      declarations.unusable(UnusableCall.SERVICE);
    } else {
      declarations.service(service);
    }
  }

  /**
   * Logs a measurement on a host: see {@link RunRecorder#hostLoad}.
   *
   * @param load the measurement
   */
  public void hostLoad(HostLoad load) {
    if (load == null) {
      declarations.unusable(UnusableCall.HOST_LOAD);
    } else {
      declarations.hostLoad(load);
    }
  }

  /**
   * Sets the start of the run; without it the run starts with its first event.
   *
   * @param epochNanos nanoseconds since 1970-01-01T00:00:00Z
   */
  public void start(long epochNanos) {
    declarations.start(epochNanos);
  }

  /**
   * Sets the end of the run: nothing will be tried again, and activities that have not begun never
   * will. This informs a {@link RunFollower} that a run is over even though an activity failed or
   * never began.
   *
   * @param epochNanos nanoseconds since 1970-01-01T00:00:00Z
   */
  public void end(long epochNanos) {
    declarations.end(epochNanos);
  }

  /**
   * Sets the zero point of the times; UTC by default.
   *
   * @param base the time base
   */
  public void timeBase(TimeBase base) {
    if (base == null) {
      declarations.unusable(UnusableCall.TIME_BASE);
    } else {
      declarations.timeBase(base);
    }
  }

  /**
   * Sets the makespan the engine states, for runs whose events have no times.
   *
   * @param nanos the makespan, 0 or more
   */
  public void recordedMakespan(long nanos) {
    declarations.makespan(nanos);
  }

  /**
   * Adds a remark on the run.
   *
   * @param diagnostic the remark
   */
  public void diagnostic(Diagnostic diagnostic) {
    if (diagnostic == null) {
      declarations.unusable(UnusableCall.DIAGNOSTIC);
    } else {
      declarations.diagnostic(diagnostic);
    }
  }

  /**
   * Wraps a recorder so that everything recorded is also logged. Calls that the recorder rejects
   * are also rejected by the reader of the log.
   *
   * @param recorder the recorder
   * @return a recorder that also logs
   */
  public RunRecorder alongside(RunRecorder recorder) {
    return new LoggedRecorder(this, Objects.requireNonNull(recorder, "recorder"));
  }

  @Override
  public String toString() {
    return "RunLog[" + id + ", " + activities.size() + " activities]";
  }
}
