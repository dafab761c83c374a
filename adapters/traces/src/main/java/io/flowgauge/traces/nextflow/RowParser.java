package io.flowgauge.traces.nextflow;

import io.flowgauge.traces.table.TableRow;
import io.flowgauge.traces.table.TextPool;
import java.util.Optional;
import java.util.OptionalLong;

/** Makes sense of the rows of one trace, and counts what is odd about them. Not thread-safe. */
final class RowParser {
  /** So many always fit. */
  private static final int ATTEMPT_DIGITS = 9;

  private final Oddities oddities;
  private final String line;
  private final TextPool pool = new TextPool();
  private final RowAttributes attributes = new RowAttributes();
  private boolean zoned;
  private boolean unzoned;

  RowParser(Oddities oddities) {
    this(oddities, "");
  }

  /** A parser of rows that are not of the trace itself, but of a file named in messages. */
  RowParser(Oddities oddities, String file) {
    this.oddities = oddities;
    this.line = file.isEmpty() ? "line " : file + " line ";
  }

  /** Reads a row; empty if it cannot be used, which is counted. */
  Optional<TaskRow> parse(TableRow row) {
    if (row.isHeader()) {
      return unused(Oddity.SECOND_HEADER, row);
    }
    if (!row.isWhole()) {
      return unused(Oddity.CUT_ROW, row);
    }
    Optional<String> name = TaskName.of(row);
    return name.isPresent()
        ? Optional.of(new Reading(row, name.get()).task())
        : unused(Oddity.NAMELESS_ROW, row);
  }

  /** Whether times without zone were met. */
  boolean metUnknownZone() {
    return unzoned;
  }

  private Optional<TaskRow> unused(Oddity oddity, TableRow row) {
    oddities.add(oddity, line + row.line());
    return Optional.empty();
  }

  /** The reading of one row. */
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
          name,
          pool.shared(row.get(TraceColumns.PROCESS).orElseGet(() -> TaskName.processIn(name))),
          row.columns().has(TraceColumns.TAG),
          status,
          attempt(),
          times,
          row.get(TraceColumns.HOSTNAME).map(pool::shared).orElse(""),
          attributes.withScript(row));
    }

    private TaskStatus status() {
      Optional<String> text = row.get(TraceColumns.STATUS);
      if (text.isEmpty()) {
        return statusFromExit();
      }
      TaskStatus status = TaskStatus.parse(text.get());
      if (status == TaskStatus.OTHER) {
        odd(Oddity.UNKNOWN_STATUS, "'" + text.get() + "'");
      }
      return status;
    }

    private TaskStatus statusFromExit() {
      Optional<String> exit = row.get(TraceColumns.EXIT);
      odd(exit.isPresent() ? Oddity.STATUS_FROM_EXIT : Oddity.NO_STATUS, "");
      return exit.orElse("0").equals("0") ? TaskStatus.COMPLETED : TaskStatus.FAILED;
    }

    private int attempt() {
      Optional<String> text = row.get(TraceColumns.ATTEMPT);
      if (text.isEmpty()) {
        return 0;
      }
      long number = HumanUnits.digits(text.get(), ATTEMPT_DIGITS);
      if (number < 1 || text.get().startsWith("0")) {
        odd(Oddity.BAD_ATTEMPT, "'" + text.get() + "'");
        return 0;
      }
      return (int) number;
    }

    private TaskTimes times(TaskStatus status) {
      if (status == TaskStatus.CACHED) {
        return TaskTimes.NONE; // The row has those of an earlier run.
      }
      OptionalLong submit = time(TraceColumns.SUBMIT);
      OptionalLong complete = time(TraceColumns.COMPLETE);
      OptionalLong duration = duration(TraceColumns.DURATION);
      OptionalLong realtime = realtime();
      OptionalLong start = time(TraceColumns.START);
      if (complete.isEmpty() && submit.isPresent() && duration.isPresent()) {
        complete = sum(submit.getAsLong(), duration.getAsLong());
        odd(Oddity.COMPLETE_FROM_DURATION, "");
      } else if (submit.isEmpty() && complete.isPresent() && duration.isPresent()) {
        submit = sum(complete.getAsLong(), -duration.getAsLong());
        odd(Oddity.SUBMIT_FROM_DURATION, "");
      }
      return TaskTimes.of(submit, start, complete, realtime);
    }

    private OptionalLong sum(long time, long nanos) {
      try {
        return OptionalLong.of(Math.addExact(time, nanos));
      } catch (ArithmeticException beyondCalendar) {
        odd(Oddity.BAD_DURATION, "beyond the year 2262");
        return OptionalLong.empty();
      }
    }

    private OptionalLong time(String column) {
      Optional<String> text = row.get(column);
      Optional<NextflowTime> time = text.flatMap(NextflowTime::parse);
      if (text.isPresent() && time.isEmpty()) {
        odd(Oddity.BAD_TIME, column + " '" + text.get() + "'");
      }
      time.ifPresent(this::noteZone);
      return time.map(t -> OptionalLong.of(t.epochNanos())).orElse(OptionalLong.empty());
    }

    private void noteZone(NextflowTime time) {
      zoned |= time.zoned();
      unzoned |= !time.zoned();
      if (!time.zoned()) {
        odd(Oddity.UNKNOWN_ZONE, "");
      }
      if (zoned && unzoned) {
        odd(Oddity.MIXED_ZONES, "");
      }
    }

    private OptionalLong duration(String column) {
      Optional<String> text = row.get(column);
      OptionalLong nanos = text.map(HumanUnits::nanos).orElse(OptionalLong.empty());
      if (text.isPresent() && nanos.isEmpty()) {
        odd(Oddity.BAD_DURATION, column + " '" + text.get() + "'");
      }
      return nanos;
    }

    /**
     * A clock of whole seconds gives short tasks a realtime of 0; so does a task whose own trace
     * file was lost, and then nothing else of it was measured either.
     */
    private OptionalLong realtime() {
      OptionalLong nanos = duration(TraceColumns.REALTIME);
      if (nanos.isEmpty() || nanos.getAsLong() > 0) {
        return nanos;
      }
      boolean lost =
          row.columns().hasAny(TraceColumns.MEASURED)
              && TraceColumns.MEASURED.stream().allMatch(column -> row.get(column).isEmpty());
      odd(lost ? Oddity.REALTIME_MISSING : Oddity.REALTIME_ZERO, "");
      return lost ? OptionalLong.empty() : nanos;
    }

    private void odd(Oddity oddity, String detail) {
      oddities.add(oddity, () -> place() + (detail.isEmpty() ? "" : ", " + detail));
    }

    private String place() {
      return line + row.line() + ", " + name;
    }
  }
}
