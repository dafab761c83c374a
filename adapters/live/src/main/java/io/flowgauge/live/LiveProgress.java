package io.flowgauge.live;

import io.flowgauge.run.WorkflowRun;
import java.util.List;

/** How far a watched run is, without any analysis. Immutable and thread-safe. */
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
   * Which {@linkplain LiveRun#changes() change} of the run this has taken in.
   *
   * @return a number that grows; later changes may be in it, too
   */
  public long changes() {
    return changes;
  }

  /**
   * How far its types are.
   *
   * @return types of activities, in the order of their first activities
   */
  public List<TypeProgress> types() {
    return types;
  }

  /**
   * How far its activities are.
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
