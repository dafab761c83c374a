package io.flowgauge.live;

import io.flowgauge.run.WorkflowRun;
import java.util.List;

/** The progress of a watched run, which needs no analysis. Immutable and thread-safe. */
public final class LiveProgress {
  private final long changes;
  private final List<TypeProgress> types;
  private final List<Stage> stages;

  private LiveProgress(long changes, List<TypeProgress> types, List<Stage> stages) {
    this.changes = changes;
    this.types = types;
    this.stages = stages;
  }

  static LiveProgress of(WorkflowRun run, long changes) {
    ProgressCount standing = ProgressCount.of(run);
    return new LiveProgress(changes, standing.types(), standing.stages());
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
   * The progress of each activity.
   *
   * @return a stage for each activity, in the order of the workflow
   */
  public List<Stage> stages() {
    return stages;
  }

  @Override
  public String toString() {
    return "LiveProgress[" + stages.size() + " activities]";
  }
}
