package io.flowgauge.runlog;

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

/**
 * Passes every call on to a recorder and to a log, both of which accept any call and report those
 * they cannot use. Thread-safe.
 */
final class LoggedRecorder implements RunRecorder {
  private final RunLog log;
  private final RunRecorder recorder;

  LoggedRecorder(RunLog log, RunRecorder recorder) {
    this.log = log;
    this.recorder = recorder;
  }

  @Override
  public void activity(Activity activity) {
    recorder.activity(activity);
    log.activity(activity);
  }

  @Override
  public void dependency(String from, String to) {
    recorder.dependency(from, to);
    log.dependency(from, to);
  }

  @Override
  public void processor(Processor processor) {
    recorder.processor(processor);
    log.processor(processor);
  }

  @Override
  public void regions(Region root) {
    recorder.regions(root);
    log.regions(root);
  }

  @Override
  public void record(String activity, EventType type, long epochNanos, int attempt) {
    recorder.record(activity, type, epochNanos, attempt);
    log.record(activity, type, epochNanos, attempt);
  }

  @Override
  public void assign(String activity, int attempt, String processor) {
    recorder.assign(activity, attempt, processor);
    log.assign(activity, attempt, processor);
  }

  @Override
  public void wallclock(String activity, long nanos) {
    recorder.wallclock(activity, nanos);
    log.wallclock(activity, nanos);
  }

  @Override
  public void wallclock(String activity, int attempt, long nanos) {
    recorder.wallclock(activity, attempt, nanos);
    log.wallclock(activity, attempt, nanos);
  }

  @Override
  public void phase(String activity, int attempt, Phase phase) {
    recorder.phase(activity, attempt, phase);
    log.phase(activity, attempt, phase);
  }

  @Override
  public void ideal(String activity, long nanos) {
    recorder.ideal(activity, nanos);
    log.ideal(activity, nanos);
  }

  @Override
  public void phase(String activity, Phase phase) {
    recorder.phase(activity, phase);
    log.phase(activity, phase);
  }

  @Override
  public void phaseTime(String activity, PhaseType phase, long nanos) {
    recorder.phaseTime(activity, phase, nanos);
    log.phaseTime(activity, phase, nanos);
  }

  @Override
  public void codeProfile(String activity, CodeProfile profile) {
    recorder.codeProfile(activity, profile);
    log.codeProfile(activity, profile);
  }

  @Override
  public void service(ServiceInterval service) {
    recorder.service(service);
    log.service(service);
  }

  @Override
  public void hostLoad(HostLoad load) {
    recorder.hostLoad(load);
    log.hostLoad(load);
  }

  @Override
  public void start(long epochNanos) {
    recorder.start(epochNanos);
    log.start(epochNanos);
  }

  @Override
  public void end(long epochNanos) {
    recorder.end(epochNanos);
    log.end(epochNanos);
  }

  @Override
  public void timeBase(TimeBase base) {
    recorder.timeBase(base);
    log.timeBase(base);
  }

  @Override
  public void recordedMakespan(long nanos) {
    recorder.recordedMakespan(nanos);
    log.recordedMakespan(nanos);
  }

  @Override
  public void diagnostic(Diagnostic diagnostic) {
    recorder.diagnostic(diagnostic);
    log.diagnostic(diagnostic);
  }

  @Override
  public WorkflowRun snapshot() {
    return recorder.snapshot();
  }

  @Override
  public WorkflowRun finish() {
    return recorder.finish();
  }

  @Override
  public WorkflowRun snapshot(Instant now) {
    return recorder.snapshot(now);
  }

  @Override
  public String toString() {
    return recorder.toString();
  }
}
