package io.flowgauge.report;

import io.flowgauge.run.ActivityExecution;
import io.flowgauge.run.Processor;
import io.flowgauge.run.ServiceInterval;
import io.flowgauge.run.TimeBase;
import io.flowgauge.run.WorkflowRun;
import io.flowgauge.trace.Diagnostic;
import io.flowgauge.trace.Times;
import io.flowgauge.workflow.Workflow;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/** A run given by its parts. */
record FakeRun(
    String name,
    Workflow workflow,
    TimeBase timeBase,
    Optional<Duration> makespan,
    List<Processor> processors)
    implements WorkflowRun {

  @Override
  public OptionalLong startNanos() {
    return OptionalLong.of(0);
  }

  @Override
  public boolean isStartRecorded() {
    return true;
  }

  @Override
  public OptionalLong endNanos() {
    return makespan.map(Times::saturatedNanos).map(OptionalLong::of).orElse(OptionalLong.empty());
  }

  @Override
  public boolean isFinished() {
    return true;
  }

  @Override
  public boolean isEnded() {
    return false;
  }

  @Override
  public ActivityExecution execution(int index) {
    throw new UnsupportedOperationException();
  }

  @Override
  public List<ActivityExecution> executions() {
    throw new UnsupportedOperationException();
  }

  @Override
  public List<ServiceInterval> services() {
    return List.of();
  }

  @Override
  public List<Diagnostic> diagnostics() {
    return List.of();
  }
}
