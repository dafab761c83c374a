package io.flowgauge.instrumentation.tracking;

import io.flowgauge.instrumentation.InstrumentedProcess;
import io.flowgauge.instrumentation.Outcome;
import io.flowgauge.instrumentation.Profile;
import io.flowgauge.instrumentation.Refusal;
import io.flowgauge.instrumentation.RefusalCode;
import io.flowgauge.instrumentation.SensorReport;
import io.flowgauge.instrumentation.SensorRequest;
import io.flowgauge.instrumentation.SensorResult;
import io.flowgauge.instrumentation.TargetProcess;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** A process that matched a tracker's pattern, and what became of it. Thread-safe. */
public final class TrackedProcess {
  /** Last poll, counted from the first, at which sensors on missing regions are tried again. */
  private static final int LAST_RETRY = 128;

  private final TargetProcess process;
  private final Optional<String> group;
  private final ProcStat stat;
  private final boolean isCommand;
  private volatile State state = State.FOUND;
  private volatile InstrumentedProcess sensors;
  private volatile Refusal refusal;
  private volatile SensorReport report;
  private volatile Profile last;
  private int polls;
  private boolean isFinished;
  private boolean isAnnounced;
  private volatile boolean isArchived;

  /** The state of a process. */
  public enum State {
    /** It matched; it has no sensors yet, or none of the regions wanted. */
    FOUND,
    /** It has sensors. */
    INSTRUMENTED,
    /** It was refused sensors. */
    REFUSED,
    /** It has ended; its profile, if it had sensors, is final. */
    ENDED
  }

  /**
   * Creates a process that matched.
   *
   * @param isCommand whether it is a launched command, which its tracker closes at the end
   */
  TrackedProcess(TargetProcess process, Optional<String> group, ProcStat stat, boolean isCommand) {
    this.process = process;
    this.group = group;
    this.stat = stat;
    this.isCommand = isCommand;
  }

  /**
   * Returns the process.
   *
   * @return the process as it was when found
   */
  public TargetProcess process() {
    return process;
  }

  /**
   * Returns the job that it belongs to.
   *
   * @return variable and value, such as {@code SLURM_JOB_ID=4711}, or the program's name if a
   *     command was launched; empty if it has none of the variables
   */
  public Optional<String> group() {
    return group;
  }

  /**
   * Returns its state.
   *
   * @return its state now
   */
  public State state() {
    return state;
  }

  /**
   * Returns why it got no sensors, or how the provider failed after it had put them in.
   *
   * @return the reason; empty unless refused, or the provider failed
   */
  public Optional<Refusal> refusal() {
    return Optional.ofNullable(refusal);
  }

  /**
   * Returns the outcome of the request for sensors.
   *
   * @return a result for each region; empty before attaching
   */
  public Optional<SensorReport> report() {
    return Optional.ofNullable(report);
  }

  /**
   * Returns the measurements of its sensors: so far, or in total once it has ended.
   *
   * @return the profile, unless it was never attached to
   */
  public Optional<Profile> profile() {
    Profile kept = last;
    InstrumentedProcess running = sensors;
    return kept != null || running == null
        ? Optional.ofNullable(kept)
        : Optional.of(running.profile());
  }

  void archive() {
    isArchived = true;
  }

  boolean isArchived() {
    return isArchived;
  }

  ProcStat stat() {
    return stat;
  }

  /** Puts in those missing sensors whose regions exist now. */
  synchronized Outcome<SensorReport> instrument(InstrumentedProcess with, SensorRequest request) {
    if (isFinished) {
      return Outcome.refused(RefusalCode.NO_PROCESS, "it ended before its first sensor");
    }
    Outcome<SensorReport> outcome = with.instrument(request).then(TrackedProcess::unlessAllRefused);
    outcome
        .value()
        .ifPresent(
            found -> {
              sensors = with;
              take(found);
            });
    return outcome;
  }

  /** Refuses the process if all its regions are refused and none is missing. */
  private static Outcome<SensorReport> unlessAllRefused(SensorReport report) {
    if (!report.done().isEmpty() || report.refused().isEmpty() || !report.unmatched().isEmpty()) {
      return Outcome.done(report);
    }
    List<SensorResult> commonest = report.refusedByCode().values().iterator().next();
    Refusal why = commonest.get(0).refusal().orElseThrow();
    return Outcome.refused(
        why.code(),
        "none of " + report.refused().size() + " regions got a sensor: " + why.message());
  }

  private void take(SensorReport found) {
    report = found;
    state = found.done().isEmpty() ? state : State.INSTRUMENTED;
  }

  /** Whether it is attached to, with sensors or waiting for missing regions. */
  boolean isOpen() {
    return sensors != null;
  }

  /** Whether it has got its first sensors since the last call. */
  synchronized boolean isNewlyInstrumented() {
    boolean isNew = !isAnnounced && state == State.INSTRUMENTED;
    isAnnounced |= isNew;
    return isNew;
  }

  /** Whether its sensors were reported to the listener. */
  synchronized boolean isAnnounced() {
    return isAnnounced;
  }

  /**
   * Puts in missing sensors whose regions exist by now, because libraries may be loaded after the
   * start.
   */
  synchronized void retry(SensorRequest request) {
    if (sensors != null) {
      sensors.instrument(request).value().ifPresent(this::take);
    }
  }

  /**
   * Counts a poll, and returns whether missing regions should be tried again; the tries become
   * rarer.
   */
  boolean isRetryDue() {
    SensorReport known = report;
    if (sensors == null || known == null || known.unmatched().isEmpty()) {
      return false;
    }
    polls++;
    return polls <= LAST_RETRY && Integer.bitCount(polls) == 1;
  }

  synchronized void refuse(Refusal reason) {
    if (state == State.FOUND && sensors == null) {
      refusal = reason;
      state = State.REFUSED;
    }
  }

  /** Notes that its provider threw an exception. */
  synchronized void fail(Throwable cause) {
    refusal = refusal == null ? failure(cause) : refusal;
  }

  static Refusal failure(Throwable cause) {
    return new Refusal(RefusalCode.HELPER, "the provider failed: " + cause);
  }

  /** Whether the process has ended according to its provider. */
  boolean isOver() {
    InstrumentedProcess running = sensors;
    return running != null && !running.status().isAlive();
  }

  /**
   * Releases a process. If its provider fails, that is noted, so that others are still released.
   */
  void release(InstrumentedProcess with) {
    try {
      if (!isCommand) {
        with.close();
      }
    } catch (RuntimeException | LinkageError e) {
      fail(e);
    }
  }

  /** Removes the sensors and keeps the last profile; returns false if that was done before. */
  synchronized boolean finish() {
    if (isFinished) {
      return false;
    }
    isFinished = true;
    if (sensors != null) {
      release(sensors);
      keepProfile();
      sensors = null;
    }
    state = state == State.REFUSED ? state : State.ENDED;
    return true;
  }

  private void keepProfile() {
    try {
      last = sensors.profile();
    } catch (RuntimeException | LinkageError e) {
      fail(e);
    }
  }

  @Override
  public String toString() {
    return "TrackedProcess["
        + process.pid()
        + " "
        + process.name()
        + group.map(job -> ", " + job).orElse("")
        + ", "
        + state.name().toLowerCase(Locale.ROOT)
        + "]";
  }
}
