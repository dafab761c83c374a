package io.flowgauge.metrics;

import io.flowgauge.model.core.ColumnarRun;
import io.flowgauge.model.core.Recorder;
import io.flowgauge.run.ActivityExecution;
import io.flowgauge.run.Attempt;
import io.flowgauge.run.WorkflowRun;
import io.flowgauge.trace.Times;
import io.flowgauge.workflow.Dependency;

/** Converts runs of other implementations to columns by recording them again. Stateless. */
final class Replay {

  private Replay() {}

  static ColumnarRun columns(WorkflowRun run) {
    if (run instanceof ColumnarRun columns) {
      return columns;
    }
    Recorder recorder = new Recorder(run.name());
    recorder.timeBase(run.timeBase());
    run.workflow().activities().forEach(recorder::activity);
    for (Dependency dependency : run.workflow().dependencies()) {
      recorder.dependency(dependency.from(), dependency.to());
    }
    if (run.workflow().activityCount() > 0) {
      recorder.regions(run.workflow().regions());
    }
    run.processors().forEach(recorder::processor);
    run.services().forEach(recorder::service);
    run.hostLoads().forEach(recorder::hostLoad);
    run.executions().forEach(execution -> record(execution, recorder));
    if (run.isStartRecorded()) {
      run.startNanos().ifPresent(recorder::start);
    }
    run.makespan().map(Times::saturatedNanos).ifPresent(recorder::recordedMakespan);
    run.diagnostics().forEach(recorder::diagnostic);
    if (run.isEnded()) {
      run.endNanos().ifPresent(recorder::end);
    }
    return run.isFinished() || run.endNanos().isEmpty()
        ? recorder.columns()
        : recorder.columns(Times.instant(run.endNanos().getAsLong()));
  }

  private static void record(ActivityExecution execution, Recorder recorder) {
    String id = execution.activity().id();
    execution.graph().events().forEach(recorder::record);
    execution.phases().forEach(phase -> recorder.phase(id, phase));
    execution
        .phaseTimes()
        .forEach((phase, time) -> recorder.phaseTime(id, phase, Times.saturatedNanos(time)));
    execution.codeProfiles().forEach(profile -> recorder.codeProfile(id, profile));
    execution.wallclock().map(Times::saturatedNanos).ifPresent(t -> recorder.wallclock(id, t));
    execution.ideal().map(Times::saturatedNanos).ifPresent(t -> recorder.ideal(id, t));
    execution.processor().ifPresent(name -> recorder.assign(id, 1, name));
    for (Attempt attempt : execution.attempts()) {
      attempt.processor().ifPresent(name -> recorder.assign(id, attempt.number(), name));
    }
  }
}
