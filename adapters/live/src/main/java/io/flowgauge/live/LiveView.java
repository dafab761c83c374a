package io.flowgauge.live;

import io.flowgauge.Flowgauge;
import io.flowgauge.analysis.RunReport;
import io.flowgauge.run.WorkflowRun;
import java.time.Instant;
import java.util.List;

/** A watched run at one moment. Immutable and thread-safe. */
public final class LiveView {
  private final RunReport report;
  private final Instant at;
  private final boolean isFinished;
  private final long changes;
  private final List<TypeProgress> types;
  private final List<RunningActivity> running;
  private final List<Stage> stages;

  private LiveView(RunReport report, Instant at, boolean isFinished, long changes) {
    this.report = report;
    this.at = at;
    this.isFinished = isFinished;
    this.changes = changes;
    ProgressCount standing = ProgressCount.of(report.run());
    types = standing.types();
    running = standing.running();
    stages = standing.stages();
  }

  static LiveView of(WorkflowRun run, Instant at, boolean isFinished, long changes) {
    return new LiveView(Flowgauge.report(run), at, isFinished, changes);
  }

  /**
   * The analysis of the run's time so far: overheads, attribution, and the critical path up to now.
   *
   * @return the report; if the run is {@linkplain #isFinished() over}, the same as that of the
   *     finished run
   */
  public RunReport report() {
    return report;
  }

  /**
   * The run.
   *
   * @return the run, its open states measured up to the moment of this view
   */
  public WorkflowRun run() {
    return report.run();
  }

  /**
   * The moment of this view.
   *
   * @return the moment, by the clock of this machine
   */
  public Instant at() {
    return at;
  }

  /**
   * Whether the run is over: see {@link LiveRun#isFinished()}.
   *
   * @return whether it is
   */
  public boolean isFinished() {
    return isFinished;
  }

  /**
   * The latest {@linkplain LiveRun#changes() change} of the run that this certainly includes.
   *
   * @return a number that grows; later changes may be included, too
   */
  public long changes() {
    return changes;
  }

  /**
   * The progress of the activities of each type.
   *
   * @return types of activities, in the order of their first activities
   */
  public List<TypeProgress> types() {
    return types;
  }

  /**
   * The running activities.
   *
   * @return activities, those that have been running longest first
   */
  public List<RunningActivity> running() {
    return running;
  }

  /**
   * The progress of each activity.
   *
   * @return a stage for each, in the order of the workflow
   */
  public List<Stage> stages() {
    return stages;
  }

  @Override
  public String toString() {
    return "LiveView[" + run().name() + ", " + running.size() + " running]";
  }
}
