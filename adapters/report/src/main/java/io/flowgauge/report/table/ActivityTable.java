package io.flowgauge.report.table;

import io.flowgauge.analysis.Measured;
import io.flowgauge.analysis.OverheadClass;
import io.flowgauge.analysis.RegionOverheads;
import io.flowgauge.analysis.RunReport;
import io.flowgauge.run.ActivityExecution;
import io.flowgauge.run.Attempt;
import io.flowgauge.run.EventType;
import io.flowgauge.run.Processor;
import io.flowgauge.run.WorkflowRun;
import io.flowgauge.workflow.Activity;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * What each activity of a run did, a row each: {@code id}, {@code type}, {@code attempts}, {@code
 * state}, {@code processor}, {@code site}; {@code submitted}, {@code active} and {@code ended} of
 * the last attempt; then its {@code ideal} time and each class of overhead that is not divided
 * further, under their labels, with waits counted in full. What was not measured is null; zero
 * means measured and zero. Not thread-safe.
 */
public final class ActivityTable {
  private static final List<OverheadClass> CLASSES =
      Arrays.stream(OverheadClass.values()).filter(OverheadClass::isLeaf).toList();
  private static final List<Column> COLUMNS = all();

  private final RunReport report;
  private final WorkflowRun run;
  private final Map<String, String> sites = new HashMap<>();

  /** What the cells of a column are. Immutable and thread-safe. */
  public enum Kind {
    /** A {@link String}. */
    TEXT,
    /** An {@link Integer}, 0 or more. */
    COUNT,
    /**
     * A {@link Long}: nanoseconds since 1970, or since the unknown origin of a run with relative
     * times.
     */
    TIME,
    /** A {@link Double}: seconds. */
    SECONDS
  }

  /**
   * A column. Immutable and thread-safe.
   *
   * @param name its name
   * @param kind what its cells are
   */
  public record Column(String name, Kind kind) {}

  /**
   * The table of a run.
   *
   * @param report the run with its analyses
   */
  public ActivityTable(RunReport report) {
    this.report = report;
    this.run = report.run();
    for (Processor processor : run.processors()) {
      sites.put(processor.name(), processor.site());
    }
  }

  private static List<Column> all() {
    List<Column> columns = new ArrayList<>();
    columns.add(new Column("id", Kind.TEXT));
    columns.add(new Column("type", Kind.TEXT));
    columns.add(new Column("attempts", Kind.COUNT));
    columns.add(new Column("state", Kind.TEXT));
    columns.add(new Column("processor", Kind.TEXT));
    columns.add(new Column("site", Kind.TEXT));
    columns.add(new Column("submitted", Kind.TIME));
    columns.add(new Column("active", Kind.TIME));
    columns.add(new Column("ended", Kind.TIME));
    columns.add(new Column("ideal", Kind.SECONDS));
    CLASSES.forEach(overhead -> columns.add(new Column(overhead.label(), Kind.SECONDS)));
    return List.copyOf(columns);
  }

  /**
   * The columns, the same for every run.
   *
   * @return at least ten
   */
  public static List<Column> columns() {
    return COLUMNS;
  }

  /**
   * A row.
   *
   * @param activity number of the activity in its workflow, from 0
   * @return a cell for each column, null where nothing is known
   * @throws IndexOutOfBoundsException if there is no such activity
   */
  public Object[] row(int activity) {
    List<Object> cells = new ArrayList<>(COLUMNS.size());
    execution(run.execution(activity), cells);
    seconds(report.overheads().activity(activity), cells);
    return cells.toArray();
  }

  private void execution(ActivityExecution execution, List<Object> cells) {
    Activity activity = execution.activity();
    List<Attempt> attempts = execution.attempts();
    Optional<Attempt> last =
        attempts.isEmpty() ? Optional.empty() : Optional.of(attempts.get(attempts.size() - 1));
    Optional<String> processor = execution.processor();
    cells.add(activity.id());
    cells.add(activity.type());
    cells.add(attempts.size());
    cells.add(
        execution.isSkipped()
            ? EventType.SKIPPED.name()
            : last.map(ActivityTable::state).orElse(null));
    cells.add(processor.orElse(null));
    cells.add(processor.map(sites::get).orElse(null));
    cells.add(last.map(attempt -> time(attempt.submitted())).orElse(null));
    cells.add(last.map(attempt -> time(attempt.active())).orElse(null));
    cells.add(last.map(attempt -> time(attempt.ended())).orElse(null));
  }

  /** How it ended, or how far it has come. */
  private static String state(Attempt attempt) {
    if (attempt.outcome().isPresent()) {
      return attempt.outcome().get().name();
    }
    if (attempt.active().isPresent()) {
      return EventType.ACTIVE.name();
    }
    if (attempt.pending().isPresent()) {
      return EventType.PENDING.name();
    }
    if (attempt.submitted().isPresent()) {
      return EventType.SUBMITTED.name();
    }
    return attempt.started().isPresent() ? EventType.STARTED.name() : null;
  }

  private static Long time(OptionalLong nanos) {
    return nanos.isPresent() ? nanos.getAsLong() : null;
  }

  private static void seconds(RegionOverheads overheads, List<Object> cells) {
    cells.add(seconds(overheads.ideal()));
    for (OverheadClass overhead : CLASSES) {
      cells.add(seconds(overheads.overhead(overhead)));
    }
  }

  private static Double seconds(Measured value) {
    return value.isMeasured() ? value.value() : null;
  }

  @Override
  public String toString() {
    return "ActivityTable[" + run.name() + "]";
  }
}
