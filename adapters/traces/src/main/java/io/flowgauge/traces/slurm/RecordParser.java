package io.flowgauge.traces.slurm;

import io.flowgauge.model.core.Remarks;
import io.flowgauge.traces.inputs.Arguments;
import io.flowgauge.traces.table.TextPool;
import io.flowgauge.traces.table.WrittenTime;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Parses the values of a job under the names that {@code sacct}, {@code scontrol show job} and the
 * job completion log use for them. Not thread-safe.
 */
final class RecordParser {
  /** Numbers of up to this many digits fit into an int. */
  private static final int MAX_DIGITS = 9;

  private static final String ARRAY_REMAINDER = "_[";
  private static final Pattern SUBMIT_DEPENDENCY =
      Pattern.compile("(?:^|\\s)(?:--dependency[= ]|-d[= ]?)(\\S+)");

  /** The values that describe what a job used, out of the sixty that a dump has for each job. */
  private static final Set<String> DUMPED =
      Set.of("Restarts", "Requeue", "Partition", "ExitCode", "NumCPUs", "NumNodes", "TRES");

  private static final Map<String, String> NAMES =
      Map.of(
          "Partition",
          "queue",
          "ExitCode",
          "exit",
          "AllocCPUS",
          "cpus",
          "NCPUS",
          "cpus",
          "NumCPUs",
          "cpus",
          "ProcCnt",
          "cpus");

  private final Remarks remarks;
  private final TextPool pool = new TextPool();
  private final Arguments arguments = new Arguments();
  private boolean zoned;
  private boolean unzoned;

  RecordParser(Remarks remarks) {
    this.remarks = remarks;
  }

  /** Whether any time had no zone. */
  boolean metUnknownZone() {
    return unzoned;
  }

  /** Whether any time had a zone. */
  boolean metKnownZone() {
    return zoned;
  }

  /**
   * Returns the name of the attribute for values of a name; null if they become fields of the job.
   */
  static String attribute(String name) {
    return JobField.isTaken(name) ? null : NAMES.getOrDefault(name, name);
  }

  /**
   * Returns the attributes of a record, sorted by name.
   *
   * @param dump whether the record comes from {@code scontrol}
   */
  Map<String, String> attributes(Map<String, String> values, boolean dump) {
    Map<String, String> attributes = new TreeMap<>();
    values.forEach(
        (name, text) -> {
          String attribute = attribute(name);
          if (attribute != null && (!dump || DUMPED.contains(name))) {
            SlurmText.present(text)
                .ifPresent(value -> attributes.putIfAbsent(attribute, pool.shared(value)));
          }
        });
    return attributes;
  }

  /**
   * Reads a job from its values; empty if they do not describe a usable job.
   *
   * @param place its place, for messages
   * @return the job without its attributes, which {@link JobRecord#with} adds
   */
  Optional<JobRecord> parse(RecordValues values, Supplier<String> place) {
    Optional<String> id = id(values);
    if (id.isEmpty()) {
      remarks.error("records without the id of their job, left out", place.get());
      return Optional.empty();
    }
    if (id.get().contains(ARRAY_REMAINDER)) {
      remarks.info("records of array tasks that had not started, left out", place.get());
      return Optional.empty();
    }
    return Optional.of(new Reading(values, place).record(id.get()));
  }

  private static Optional<String> id(RecordValues values) {
    Optional<String> array = values.get(JobField.ARRAY);
    Optional<String> task = values.get(JobField.TASK);
    if (array.isPresent() && task.isPresent()) {
      return Optional.of(array.get() + "_" + task.get());
    }
    Optional<String> heterogeneous = values.get(JobField.HETEROGENEOUS);
    Optional<String> offset = values.get(JobField.OFFSET);
    if (heterogeneous.isPresent() && offset.isPresent()) {
      return Optional.of(heterogeneous.get() + "+" + offset.get());
    }
    return values.get(JobField.ID);
  }

  private final class Reading {
    private final RecordValues values;
    private final Supplier<String> place;

    Reading(RecordValues values, Supplier<String> place) {
      this.values = values;
      this.place = place;
    }

    JobRecord record(String id) {
      SlurmJobState state =
          values.get(JobField.STATE).map(this::state).orElse(SlurmJobState.UNKNOWN);
      boolean ended = state.end().isPresent() || state == SlurmJobState.RESIZING;
      long start = state.hasStarted() ? time(JobField.START) : JobRecord.ABSENT;
      long end = ended ? time(JobField.END) : JobRecord.ABSENT;
      return new JobRecord(
          id,
          values.get(JobField.RAW_ID).filter(raw -> !raw.equals(id)).orElse(id),
          values.get(JobField.NAME).orElse(id),
          state,
          time(JobField.SUBMIT),
          time(JobField.ELIGIBLE),
          start,
          end,
          suspended(start, end),
          pool.shared(values.get(JobField.NODES).orElse("")),
          number(values.get(JobField.CPUS).orElse("0")),
          pool.shared(values.get(JobField.REASON).orElse("")),
          dependency(),
          arguments());
    }

    private SlurmJobState state(String text) {
      SlurmJobState state = SlurmJobState.parse(text);
      if (state == SlurmJobState.UNKNOWN) {
        remarks.warn("unknown states; the end of the job is not recorded", place.get());
      }
      return state;
    }

    private long time(JobField field) {
      long date = values.date(field);
      if (JobRecord.isKnown(date)) {
        unzoned = true;
        return date;
      }
      Optional<String> text = values.get(field);
      if (text.isEmpty()) {
        return JobRecord.ABSENT;
      }
      Optional<WrittenTime> time = SlurmText.time(text.get());
      if (time.isEmpty()) {
        remarks.warn("times that cannot be read, and count as not recorded", place.get());
        return JobRecord.ABSENT;
      }
      zoned |= time.get().zoned();
      unzoned |= !time.get().zoned();
      return time.get().nanos();
    }

    /** Returns how long it was suspended, as stated, or else as the time that it ran leaves out. */
    private long suspended(long start, long end) {
      OptionalLong stated = duration(JobField.SUSPENDED, SlurmText::duration);
      if (stated.isPresent() || !JobRecord.isKnown(start) || !JobRecord.isKnown(end)) {
        return stated.orElse(0);
      }
      OptionalLong ran = duration(JobField.ELAPSED, SlurmText::elapsed);
      if (ran.isEmpty() || ran.getAsLong() >= end - start) {
        return 0;
      }
      remarks.info(
          "jobs that ran for less than the time from their start to their end: suspended, unless"
              + " clocks were changed",
          place.get());
      return end - start - ran.getAsLong();
    }

    private OptionalLong duration(JobField field, Function<String, OptionalLong> parser) {
      Optional<String> text = values.get(field);
      OptionalLong nanos = text.map(parser).orElse(OptionalLong.empty());
      if (text.isPresent() && nanos.isEmpty()) {
        remarks.warn("durations that cannot be read, and count as not recorded", place.get());
      }
      return nanos;
    }

    private int number(String text) {
      int number = 0;
      for (int k = 0; k < text.length(); k++) {
        int digit = text.charAt(k) - '0';
        if (digit < 0 || digit > 9 || k == MAX_DIGITS) {
          return 0;
        }
        number = 10 * number + digit;
      }
      return number;
    }

    private String dependency() {
      Optional<String> stated = values.get(JobField.DEPENDENCY);
      return stated
          .or(
              () ->
                  values
                      .get(JobField.SUBMIT_LINE)
                      .map(SUBMIT_DEPENDENCY::matcher)
                      .filter(Matcher::find)
                      .map(found -> found.group(1)))
          .orElse("");
    }

    private Map<String, String> arguments() {
      Optional<String> command = values.get(JobField.COMMAND);
      if (command.isEmpty()) {
        return Map.of();
      }
      Map<String, String> more = new HashMap<>();
      arguments.putCommand(command.get(), more);
      return more;
    }
  }
}
