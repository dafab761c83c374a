package io.flowgauge.report.table;

import io.flowgauge.report.table.ActivityTable.Column;
import io.flowgauge.report.table.ActivityTable.Kind;
import io.flowgauge.run.ActivityExecution;
import io.flowgauge.run.ActivityState;
import io.flowgauge.run.Attempt;
import io.flowgauge.run.EventType;
import io.flowgauge.run.Processor;
import io.flowgauge.run.WorkflowRun;
import io.flowgauge.workflow.Activity;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * The recorded values of each activity of a run: {@code id}, {@code type}, {@code attempts}, {@code
 * state}, {@code processor}, {@code site}; {@code submitted}, {@code active} and {@code ended} of
 * the last attempt. Values that were not recorded are null. Immutable and thread-safe.
 */
public final class ExecutionCells {
  /** The columns, the same for every run. */
  public static final List<Column> COLUMNS =
      List.of(
          new Column("id", Kind.TEXT),
          new Column("type", Kind.TEXT),
          new Column("attempts", Kind.COUNT),
          new Column("state", Kind.TEXT),
          new Column("processor", Kind.TEXT),
          new Column("site", Kind.TEXT),
          new Column("submitted", Kind.TIME),
          new Column("active", Kind.TIME),
          new Column("ended", Kind.TIME));

  private final WorkflowRun run;
  private final Map<String, String> sites = new HashMap<>();

  /**
   * Creates the cells of a run.
   *
   * @param run the run
   */
  public ExecutionCells(WorkflowRun run) {
    this.run = run;
    for (Processor processor : run.processors()) {
      sites.put(processor.name(), processor.site());
    }
  }

  /**
   * Returns the recorded values of an activity.
   *
   * @param number its number in its workflow, from 0
   * @return a new list with a cell for each column
   * @throws IndexOutOfBoundsException if there is no such activity
   */
  public List<Object> of(int number) {
    ActivityExecution execution = run.execution(number);
    Activity activity = execution.activity();
    List<Attempt> attempts = execution.attempts();
    Optional<Attempt> last =
        attempts.isEmpty() ? Optional.empty() : Optional.of(attempts.get(attempts.size() - 1));
    Optional<String> processor = execution.processor();
    List<Object> cells = new ArrayList<>();
    cells.add(activity.id());
    cells.add(activity.type());
    cells.add(attempts.size());
    cells.add(
        execution.isSkipped()
            ? EventType.SKIPPED.name()
            : last.map(attempt -> state(execution, attempt)).orElse(null));
    cells.add(processor.orElse(null));
    cells.add(processor.map(sites::get).orElse(null));
    cells.add(last.map(attempt -> time(attempt.submitted())).orElse(null));
    cells.add(last.map(attempt -> time(attempt.active())).orElse(null));
    cells.add(last.map(attempt -> time(attempt.ended())).orElse(null));
    return cells;
  }

  /** Returns its outcome, or else the last state that it reached. */
  private static String state(ActivityExecution execution, Attempt attempt) {
    if (attempt.outcome().isPresent()) {
      return attempt.outcome().get().name();
    }
    if (attempt.active().isPresent()) {
      return (isSuspended(execution) ? EventType.SUSPENDED : EventType.ACTIVE).name();
    }
    if (attempt.pending().isPresent()) {
      return EventType.PENDING.name();
    }
    if (attempt.submitted().isPresent()) {
      return EventType.SUBMITTED.name();
    }
    return attempt.started().isPresent() ? EventType.STARTED.name() : null;
  }

  private static boolean isSuspended(ActivityExecution execution) {
    return execution.graph().states().stream()
        .anyMatch(state -> state.state() == ActivityState.SUSPENDED && state.isOpen());
  }

  private static Long time(OptionalLong nanos) {
    return nanos.isPresent() ? nanos.getAsLong() : null;
  }

  @Override
  public String toString() {
    return "ExecutionCells[" + run.name() + "]";
  }
}
