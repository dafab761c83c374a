package io.flowgauge.traces.nextflow;

import io.flowgauge.model.core.Columns;
import io.flowgauge.traces.table.DecimalDigits;
import io.flowgauge.traces.table.TableColumns;
import io.flowgauge.traces.table.TableRow;
import io.flowgauge.traces.table.TextPool;
import io.flowgauge.traces.table.WrittenTime;
import io.flowgauge.workflow.Activity;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/** Parses the rows of one trace, and counts their oddities. Not thread-safe. */
final class RowParser {
  /** Numbers of up to this many digits fit into an int. */
  private static final int ATTEMPT_DIGITS = 9;

  private final Oddities oddities;
  private final String line;
  private final TextPool pool = new TextPool();
  private final RowAttributes attributes = new RowAttributes();
  private TaskColumns columns = new TaskColumns(TableColumns.named(List.of()));
  private boolean zoned;
  private boolean unzoned;

  RowParser(Oddities oddities) {
    this(oddities, "");
  }

  /** Creates a parser of rows from another file than the trace, which messages name. */
  RowParser(Oddities oddities, String file) {
    this.oddities = oddities;
    this.line = file.isEmpty() ? "line " : file + " line ";
  }

  /** Reads a row; empty if it cannot be used, which is counted. */
  Optional<TaskRow> parse(TableRow row) {
    if (row.columns() != columns.table) {
      columns = new TaskColumns(row.columns());
    }
    if (row.isHeader()) {
      return unused(Oddity.SECOND_HEADER, row);
    }
    if (!row.isWhole()) {
      return unused(Oddity.CUT_ROW, row);
    }
    if (!row.isTerminated()) {
      oddities.add(Oddity.OPEN_ROW, line + row.line());
    }
    String name = name(row);
    return name.isEmpty()
        ? unused(Oddity.NAMELESS_ROW, row)
        : Optional.of(new Reading(row, name).task());
  }

  /** Whether any time had no zone. */
  boolean metUnknownZone() {
    return unzoned;
  }

  private String name(TableRow row) {
    String name = row.text(columns.name);
    return name.isEmpty() ? TaskName.of(row).orElse("") : name;
  }

  private Optional<TaskRow> unused(Oddity oddity, TableRow row) {
    oddities.add(oddity, line + row.line());
    return Optional.empty();
  }

  /** Parses one row. */
  private final class Reading {
    private final TableRow row;
    private final String name;

    Reading(TableRow row, String name) {
      this.row = row;
      this.name = name;
    }

    TaskRow task() {
      TaskStatus status = status();
      TaskTimes times = times(status);
      new TimeChecks(oddities, this::place).check(times, status);
      return new TaskRow(
          Activity.of(name, process()).withAttributes(attributes.withScript(row)),
          columns.hasTags,
          status,
          attempt(),
          times,
          pool.shared(row.text(columns.hostname)));
    }

    private String process() {
      String process = row.text(columns.process);
      return pool.shared(process.isEmpty() ? TaskName.processIn(name) : process);
    }

    private TaskStatus status() {
      String text = row.text(columns.status);
      if (text.isEmpty()) {
        return statusFromExit();
      }
      TaskStatus status = TaskStatus.parse(text);
      if (status == TaskStatus.OTHER) {
        countOddity(Oddity.UNKNOWN_STATUS, "'" + text + "'");
      }
      return status;
    }

    private TaskStatus statusFromExit() {
      String exit = row.text(columns.exit);
      countOddity(exit.isEmpty() ? Oddity.NO_STATUS : Oddity.STATUS_FROM_EXIT, "");
      return exit.isEmpty() || exit.equals("0") ? TaskStatus.COMPLETED : TaskStatus.FAILED;
    }

    private int attempt() {
      String text = row.text(columns.attempt);
      if (text.isEmpty()) {
        return 0;
      }
      long number = DecimalDigits.of(text, ATTEMPT_DIGITS);
      if (number < 1 || text.startsWith("0")) {
        countOddity(Oddity.BAD_ATTEMPT, "'" + text + "'");
        return 0;
      }
      return (int) number;
    }

    private TaskTimes times(TaskStatus status) {
      if (status == TaskStatus.CACHED) {
        return TaskTimes.NONE; // Its times are those of an earlier run.
      }
      long submit = time(columns.submit);
      long complete = time(columns.complete);
      long duration = duration(columns.duration);
      long realtime = realtime();
      long start = time(columns.start);
      if (!Columns.known(complete) && Columns.known(submit) && Columns.known(duration)) {
        complete = sum(submit, duration);
        countOddity(Oddity.COMPLETE_FROM_DURATION, "");
      } else if (!Columns.known(submit) && Columns.known(complete) && Columns.known(duration)) {
        submit = sum(complete, -duration);
        countOddity(Oddity.SUBMIT_FROM_DURATION, "");
      }
      return new TaskTimes(Columns.ABSENT, submit, start, complete, realtime);
    }

    private long sum(long time, long nanos) {
      try {
        return Math.addExact(time, nanos);
      } catch (ArithmeticException beyondCalendar) {
        countOddity(Oddity.BAD_DURATION, "beyond the year 2262");
        return Columns.ABSENT;
      }
    }

    private long time(int column) {
      long millis = row.digits(column, NextflowTime.MAX_DIGITS);
      if (millis > 0 && millis <= NextflowTime.MAX_MILLIS) {
        noteZone(true);
        return millis * NextflowTime.NANOS_PER_MILLI;
      }
      String text = row.text(column);
      if (text.isEmpty()) {
        return Columns.ABSENT;
      }
      Optional<WrittenTime> time = NextflowTime.parse(text);
      if (time.isEmpty()) {
        countOddity(Oddity.BAD_TIME, name(column) + " '" + text + "'");
        return Columns.ABSENT;
      }
      noteZone(time.get().zoned());
      return time.get().nanos();
    }

    private String name(int column) {
      return columns.table.names().get(column);
    }

    private void noteZone(boolean known) {
      zoned |= known;
      unzoned |= !known;
      if (!known) {
        countOddity(Oddity.UNKNOWN_ZONE, "");
      }
      if (zoned && unzoned) {
        countOddity(Oddity.MIXED_ZONES, "");
      }
    }

    private long duration(int column) {
      long millis = row.digits(column, NextflowTime.MAX_DIGITS);
      if (millis >= 0 && millis <= NextflowTime.MAX_MILLIS) {
        return millis * NextflowTime.NANOS_PER_MILLI;
      }
      String text = row.text(column);
      OptionalLong nanos = text.isEmpty() ? OptionalLong.empty() : HumanUnits.nanos(text);
      if (!text.isEmpty() && nanos.isEmpty()) {
        countOddity(Oddity.BAD_DURATION, name(column) + " '" + text + "'");
      }
      return nanos.orElse(Columns.ABSENT);
    }

    /**
     * Returns the realtime. A clock of whole seconds gives short tasks a realtime of 0; so does the
     * loss of a task's own trace file, but then none of its other values was measured either.
     */
    private long realtime() {
      long nanos = duration(columns.realtime);
      if (!Columns.known(nanos) || nanos > 0) {
        return nanos;
      }
      boolean lost = columns.lacksMeasured(row);
      countOddity(lost ? Oddity.REALTIME_MISSING : Oddity.REALTIME_ZERO, "");
      return lost ? Columns.ABSENT : nanos;
    }

    private void countOddity(Oddity oddity, String detail) {
      oddities.add(oddity, () -> place() + (detail.isEmpty() ? "" : ", " + detail));
    }

    private String place() {
      return line + row.line() + ", " + name;
    }
  }
}
