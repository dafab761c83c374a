package io.flowgauge.live;

import io.flowgauge.Flowgauge;
import io.flowgauge.run.ActivityExecution;
import io.flowgauge.run.HostLoad;
import io.flowgauge.run.Processor;
import io.flowgauge.run.RunRecorder;
import io.flowgauge.run.ServiceInterval;
import io.flowgauge.run.TimeBase;
import io.flowgauge.run.WorkflowRun;
import io.flowgauge.trace.Diagnostic;
import io.flowgauge.workflow.Activity;
import io.flowgauge.workflow.Dependency;
import io.flowgauge.workflow.Workflow;
import io.flowgauge.workflow.WorkflowBuilder;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;

/**
 * A run together with activities still to come that its engine has not announced yet, because many
 * engines create their activities as they go. Immutable and thread-safe.
 */
final class ExpectedRun implements WorkflowRun {
  private final WorkflowRun run;
  private final Workflow workflow;
  private final WorkflowRun toCome;

  private ExpectedRun(WorkflowRun run, Workflow workflow, WorkflowRun toCome) {
    this.run = run;
    this.workflow = workflow;
    this.toCome = toCome;
  }

  /**
   * Creates a run that is expected to continue as another did.
   *
   * @param like an earlier run; its activities whose ids the run lacks are still to come
   * @throws io.flowgauge.workflow.CyclicWorkflowException if both together have a cycle
   */
  static ExpectedRun of(WorkflowRun run, WorkflowRun like) {
    WorkflowBuilder all = Flowgauge.workflow(run.workflow().name());
    RunRecorder toCome = Flowgauge.recorder("");
    run.workflow().activities().forEach(all::activity);
    for (Activity activity : like.workflow().activities()) {
      if (run.workflow().indexOf(activity.id()) < 0) {
        all.activity(activity);
        toCome.activity(activity);
      }
    }
    Set<Dependency> dependencies = new LinkedHashSet<>(run.workflow().dependencies());
    dependencies.addAll(like.workflow().dependencies());
    dependencies.forEach(each -> all.dependency(each.from(), each.to()));
    return new ExpectedRun(run, all.build(), toCome.snapshot());
  }

  /** Returns the number of activities still to come. */
  int unannouncedCount() {
    return toCome.workflow().activityCount();
  }

  @Override
  public String name() {
    return run.name();
  }

  @Override
  public Workflow workflow() {
    return workflow;
  }

  @Override
  public TimeBase timeBase() {
    return run.timeBase();
  }

  @Override
  public OptionalLong startNanos() {
    return run.startNanos();
  }

  @Override
  public boolean isStartRecorded() {
    return run.isStartRecorded();
  }

  @Override
  public OptionalLong endNanos() {
    return run.endNanos();
  }

  @Override
  public Optional<Duration> makespan() {
    return run.makespan();
  }

  @Override
  public boolean isFinished() {
    return run.isEnded() || (run.isFinished() && unannouncedCount() == 0);
  }

  @Override
  public boolean isEnded() {
    return run.isEnded();
  }

  @Override
  public ActivityExecution execution(int index) {
    String id = workflow.activity(index).id();
    return run.execution(id).or(() -> toCome.execution(id)).orElseThrow();
  }

  @Override
  public List<ActivityExecution> executions() {
    List<ActivityExecution> all = new ArrayList<>();
    for (int k = 0; k < workflow.activityCount(); k++) {
      all.add(execution(k));
    }
    return List.copyOf(all);
  }

  @Override
  public List<Processor> processors() {
    return run.processors();
  }

  @Override
  public List<ServiceInterval> services() {
    return run.services();
  }

  @Override
  public List<HostLoad> hostLoads() {
    return run.hostLoads();
  }

  @Override
  public List<Diagnostic> diagnostics() {
    return run.diagnostics();
  }

  @Override
  public String toString() {
    return "ExpectedRun[" + name() + ", " + unannouncedCount() + " activities to come]";
  }
}
