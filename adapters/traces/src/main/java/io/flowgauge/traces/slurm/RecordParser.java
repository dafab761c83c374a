package io.flowgauge.traces.slurm;

import io.flowgauge.model.core.Remarks;
import io.flowgauge.traces.inputs.Arguments;
import io.flowgauge.traces.table.TextPool;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Makes sense of the values of one job, by the names that {@code sacct}, {@code scontrol show job}
 * and the job completion log have for them. Not thread-safe.
 */
final class RecordParser {
  private static final Pattern ARRAY_REMAINDER = Pattern.compile(".*_\\[.*");
  private static final Pattern SUBMIT_DEPENDENCY =
      Pattern.compile("(?:^|\\s)(?:--dependency[= ]|-d[= ]?)(\\S+)");

  /** Values that become the job's own; the others are kept by their names. */
  private static final Set<String> TAKEN =
      Set.of(
          "JobID",
          "JobIDRaw",
          "JobId",
          "JobName",
          "Name",
          "State",
          "JobState",
          "Submit",
          "SubmitTime",
          "Eligible",
          "EligibleTime",
          "Start",
          "StartTime",
          "End",
          "EndTime",
          "Suspended",
          "NodeList",
          "Reason",
          "Dependency",
          "SubmitLine",
          "ArrayJobId",
          "ArrayTaskId",
          "HetJobId",
          "HetJobOffset",
          "Command");

  /** Of a dump with sixty values for each job, those that say what the job used. */
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

  /** Whether there were times of an unknown zone. */
  boolean metUnknownZone() {
    return unzoned;
  }

  /** Whether there were times of a known zone. */
  boolean metKnownZone() {
    return zoned;
  }

  /** The name under which values are kept, or null if they become the job's own. */
  static String attribute(String name) {
    return TAKEN.contains(name) ? null : NAMES.getOrDefault(name, name);
  }

  /** Keeps a value that says something, unless there is one. */
  void put(String attribute, String text, Map<String, String> into) {
    SlurmText.present(text).ifPresent(value -> into.putIfAbsent(attribute, pool.shared(value)));
  }

  /** Reads a job from its values; empty if they are of no job that can be used. */
  Optional<JobRecord> parse(Map<String, String> values, boolean dump, String place) {
    Optional<String> id = id(values);
    if (id.isEmpty()) {
      remarks.error("records without the id of their job, left out", place);
      return Optional.empty();
    }
    if (ARRAY_REMAINDER.matcher(id.get()).matches()) {
      remarks.info("records of array tasks that had not started, left out", place);
      return Optional.empty();
    }
    return Optional.of(new Reading(values, place).record(id.get(), dump));
  }

  private static Optional<String> id(Map<String, String> values) {
    Optional<String> array = value(values, "ArrayJobId");
    Optional<String> task = value(values, "ArrayTaskId");
    if (array.isPresent() && task.isPresent()) {
      return Optional.of(array.get() + "_" + task.get());
    }
    Optional<String> heterogeneous = value(values, "HetJobId");
    Optional<String> offset = value(values, "HetJobOffset");
    if (heterogeneous.isPresent() && offset.isPresent()) {
      return Optional.of(heterogeneous.get() + "+" + offset.get());
    }
    return value(values, "JobID", "JobId", "JobIDRaw");
  }

  private static Optional<String> value(Map<String, String> values, String... names) {
    for (String name : names) {
      Optional<String> value = Optional.ofNullable(values.get(name)).flatMap(SlurmText::present);
      if (value.isPresent()) {
        return value;
      }
    }
    return Optional.empty();
  }

  private final class Reading {
    private final Map<String, String> values;
    private final String place;

    Reading(Map<String, String> values, String place) {
      this.values = values;
      this.place = place;
    }

    JobRecord record(String id, boolean dump) {
      SlurmJobState state =
          value(values, "State", "JobState").map(this::state).orElse(SlurmJobState.UNKNOWN);
      boolean ended = state.end().isPresent() || state == SlurmJobState.RESIZING;
      return new JobRecord(
          id,
          value(values, "JobIDRaw", "JobId").filter(raw -> !raw.equals(id)).orElse(id),
          value(values, "JobName", "Name").orElse(id),
          state,
          time("Submit", "SubmitTime"),
          time("Eligible", "EligibleTime"),
          state.hasStarted() ? time("Start", "StartTime") : JobRecord.ABSENT,
          ended ? time("End", "EndTime") : JobRecord.ABSENT,
          suspended(),
          pool.shared(value(values, "NodeList").orElse("")),
          number(value(values, "AllocCPUS", "NCPUS", "NumCPUs", "ProcCnt").orElse("0")),
          pool.shared(value(values, "Reason").orElse("")),
          dependency(),
          more(dump));
    }

    private SlurmJobState state(String text) {
      SlurmJobState state = SlurmJobState.parse(text);
      if (state == SlurmJobState.UNKNOWN) {
        remarks.warn("unknown states; the end of the job is not recorded", place);
      }
      return state;
    }

    private long time(String... names) {
      Optional<String> text = value(values, names);
      if (text.isEmpty()) {
        return JobRecord.ABSENT;
      }
      Optional<SlurmText.Time> time = SlurmText.time(text.get());
      if (time.isEmpty()) {
        remarks.warn("times that cannot be read, and count as not recorded", place);
        return JobRecord.ABSENT;
      }
      zoned |= time.get().zoned();
      unzoned |= !time.get().zoned();
      return time.get().nanos();
    }

    private long suspended() {
      Optional<String> text = value(values, "Suspended");
      OptionalLong nanos = text.map(SlurmText::duration).orElse(OptionalLong.of(0));
      if (nanos.isEmpty()) {
        remarks.warn("durations that cannot be read, and count as not recorded", place);
      }
      return nanos.orElse(0);
    }

    private int number(String text) {
      return text.matches("\\d{1,9}") ? Integer.parseInt(text) : 0;
    }

    private String dependency() {
      Optional<String> told = value(values, "Dependency");
      return told.or(
              () ->
                  value(values, "SubmitLine")
                      .map(SUBMIT_DEPENDENCY::matcher)
                      .filter(Matcher::find)
                      .map(found -> found.group(1)))
          .orElse("");
    }

    private Map<String, String> more(boolean dump) {
      Map<String, String> more = new HashMap<>();
      values.forEach(
          (name, text) -> {
            String attribute = attribute(name);
            if (attribute != null && (!dump || DUMPED.contains(name))) {
              put(attribute, text, more);
            }
          });
      value(values, "Command").ifPresent(command -> arguments.putCommand(command, more));
      return more;
    }
  }
}
