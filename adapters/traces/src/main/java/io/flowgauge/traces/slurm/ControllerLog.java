package io.flowgauge.traces.slurm;

import io.flowgauge.trace.Times;
import io.flowgauge.trace.TraceFile;
import io.flowgauge.traces.files.TraceLines;
import io.flowgauge.traces.table.WrittenTime;
import java.io.IOException;
import java.util.HashMap;
import java.util.Map;
import java.util.NavigableSet;
import java.util.Optional;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Times of jobs in the log of {@code slurmctld}, which has milliseconds where accounting has whole
 * seconds. A time in the log replaces one of accounting if it is less than two seconds later. Not
 * thread-safe.
 */
final class ControllerLog {
  private static final int MAX_LINE = 1 << 20;

  /** In the id of an array task, such as 123_4(127), captures the job's own number. */
  private static final Pattern LINE =
      Pattern.compile(
          "\\[(\\d{4}-\\d\\d-\\d\\dT[^\\]]{8,24})\\] (.*?)"
              + "\\bJobId=(?:\\d{1,10}_[\\d*]+\\((?=\\d+\\)))?(\\d{1,10})(?:_\\d+\\b|\\)|\\b)(.*)");

  private static final long NEAR = 2 * Times.NANOS_PER_SECOND;

  private final Map<String, NavigableSet<Long>> submissions = new HashMap<>();
  private final Map<String, NavigableSet<Long>> starts = new HashMap<>();
  private final Map<String, NavigableSet<Long>> ends = new HashMap<>();
  private long used;

  void read(TraceFile file) throws IOException {
    try (TraceLines lines = TraceLines.of(file, MAX_LINE)) {
      while (lines.next()) {
        Matcher parts = LINE.matcher(lines.text());
        if (parts.matches()) {
          take(parts);
        }
      }
    }
  }

  private void take(Matcher parts) {
    Optional<WrittenTime> time = SlurmText.time(parts.group(1));
    Map<String, NavigableSet<Long>> kind = timesByJob(parts.group(2), parts.group(4));
    if (time.isPresent() && kind != null) {
      kind.computeIfAbsent(parts.group(3), any -> new TreeSet<>()).add(time.get().nanos());
    }
  }

  private Map<String, NavigableSet<Long>> timesByJob(String before, String after) {
    if (before.startsWith("_slurm_rpc_submit_batch_job") || before.startsWith("Requeuing")) {
      return submissions;
    }
    if (before.startsWith("sched: Allocate") || before.endsWith("Started ")) {
      return starts;
    }
    return before.startsWith("_job_complete") && after.strip().equals("done") ? ends : null;
  }

  /** Whether it has no times of jobs. */
  boolean isEmpty() {
    return submissions.isEmpty() && starts.isEmpty() && ends.isEmpty();
  }

  /** Returns a record with the milliseconds of the log, where available. */
  JobRecord refine(JobRecord record) {
    return record.withTimes(
        exactTime(submissions, record, record.submit()),
        exactTime(starts, record, record.start()),
        exactTime(ends, record, record.end()));
  }

  private long exactTime(Map<String, NavigableSet<Long>> kind, JobRecord record, long time) {
    NavigableSet<Long> times = kind.get(record.rawId());
    if (times == null || !JobRecord.isKnown(time)) {
      return time;
    }
    Long found = times.ceiling(time);
    if (found == null || found - time >= NEAR) {
      return time;
    }
    used++;
    return found;
  }

  /** Returns the number of times taken from the log. */
  long used() {
    return used;
  }
}
