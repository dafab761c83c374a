package io.flowgauge.live;

import io.flowgauge.run.CodeProfile;
import io.flowgauge.run.EventType;
import io.flowgauge.run.HostLoad;
import io.flowgauge.run.Phase;
import io.flowgauge.run.PhaseType;
import io.flowgauge.run.Processor;
import io.flowgauge.run.RunRecorder;
import io.flowgauge.run.ServiceInterval;
import io.flowgauge.run.TimeBase;
import io.flowgauge.run.WorkflowRun;
import io.flowgauge.trace.Diagnostic;
import io.flowgauge.workflow.Activity;
import io.flowgauge.workflow.Region;
import java.time.Instant;
import java.util.concurrent.atomic.LongAccumulator;
import java.util.concurrent.atomic.LongAdder;

/**
 * Passes calls on to a recorder and counts them, noting the time of the latest event that the
 * recorder does not ignore. Thread-safe.
 */
final class CountingRecorder implements RunRecorder {
  /** Distance from 1970 beyond which recorders ignore events: before 1824, or after 2116. */
  private static final long TOO_FAR = 1L << 62;

  private final RunRecorder recorder;
  private final LongAdder calls = new LongAdder();
  private final LongAdder activities = new LongAdder();
  private final LongAccumulator latest = new LongAccumulator(Math::max, Long.MIN_VALUE);
  private volatile TimeBase base = TimeBase.UTC;
  private volatile boolean isEnded;
  private volatile Runnable onCall = () -> {};

  CountingRecorder(RunRecorder recorder) {
    this.recorder = recorder;
  }

  /** Whether the end of the run was recorded. */
  boolean isEnded() {
    return isEnded;
  }

  /** Returns the number of declared activities; repeated declarations count again. */
  long activities() {
    return activities.sum();
  }

  /** Returns the number of calls so far. */
  long calls() {
    return calls.sum();
  }

  /** Sets an action for each call that records more than a remark. */
  void onCall(Runnable action) {
    onCall = action;
  }

  private void called() {
    calls.increment();
    onCall.run();
  }

  private static boolean isRecorded(long epochNanos) {
    return -TOO_FAR < epochNanos && epochNanos < TOO_FAR;
  }

  @Override
  public void activity(Activity activity) {
    recorder.activity(activity);
    activities.increment();
    called();
  }

  @Override
  public void dependency(String from, String to) {
    recorder.dependency(from, to);
    called();
  }

  @Override
  public void processor(Processor processor) {
    recorder.processor(processor);
    called();
  }

  @Override
  public void regions(Region root) {
    recorder.regions(root);
    called();
  }

  @Override
  public void record(String activity, EventType type, long epochNanos, int attempt) {
    recorder.record(activity, type, epochNanos, attempt);
    boolean isLeftOut = activity == null || activity.isEmpty() || type == null || attempt < 1;
    if (!isLeftOut && isRecorded(epochNanos)) {
      latest.accumulate(epochNanos);
    }
    called();
  }

  @Override
  public void assign(String activity, int attempt, String processor) {
    recorder.assign(activity, attempt, processor);
    called();
  }

  @Override
  public void wallclock(String activity, long nanos) {
    recorder.wallclock(activity, nanos);
    called();
  }

  @Override
  public void wallclock(String activity, int attempt, long nanos) {
    recorder.wallclock(activity, attempt, nanos);
    called();
  }

  @Override
  public void phase(String activity, int attempt, Phase phase) {
    recorder.phase(activity, attempt, phase);
    called();
  }

  @Override
  public void ideal(String activity, long nanos) {
    recorder.ideal(activity, nanos);
    called();
  }

  @Override
  public void phase(String activity, Phase phase) {
    recorder.phase(activity, phase);
    called();
  }

  @Override
  public void phaseTime(String activity, PhaseType phase, long nanos) {
    recorder.phaseTime(activity, phase, nanos);
    called();
  }

  @Override
  public void codeProfile(String activity, CodeProfile profile) {
    recorder.codeProfile(activity, profile);
    called();
  }

  @Override
  public void service(ServiceInterval service) {
    recorder.service(service);
    called();
  }

  @Override
  public void hostLoad(HostLoad load) {
    recorder.hostLoad(load);
    called();
  }

  @Override
  public void start(long epochNanos) {
    recorder.start(epochNanos);
    called();
  }

  @Override
  public void end(long epochNanos) {
    recorder.end(epochNanos);
    if (isRecorded(epochNanos)) {
      isEnded = true;
    }
    called();
  }

  @Override
  public void timeBase(TimeBase base) {
    recorder.timeBase(base);
    this.base = base == null ? this.base : base;
    called();
  }

  @Override
  public void recordedMakespan(long nanos) {
    recorder.recordedMakespan(nanos);
    called();
  }

  @Override
  public void diagnostic(Diagnostic diagnostic) {
    recorder.diagnostic(diagnostic);
    calls.increment();
  }

  @Override
  public WorkflowRun snapshot() {
    return recorder.snapshot();
  }

  /**
   * Takes a snapshot up to a moment, or up to the last event if the clock of the engine is ahead.
   */
  @Override
  public WorkflowRun snapshot(Instant now) {
    return recorder.snapshot(EngineClock.knownUntil(now, base, latest.get()));
  }

  @Override
  public String toString() {
    return recorder.toString();
  }
}
