package io.flowgauge.traces.toil;

import io.flowgauge.run.EventType;
import io.flowgauge.trace.TraceFile;
import io.flowgauge.traces.files.TraceLines;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.Consumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What the log of a leader says, line by line, and the logs of workers, be they repeated in it or
 * apart. Lines of other forms are passed over. Not thread-safe.
 */
final class ToilLog {
  private static final String VERSION = "Running Toil version ";
  private static final String WORKER = "---TOIL WORKER OUTPUT LOG---";
  private static final Pattern HOST =
      Pattern.compile("Running Toil version .* on host (\\S+?)\\.?");
  private static final Pattern ISSUED =
      Pattern.compile("Issued job (.*) with job batch system ID: \\S+ and (.*)");
  private static final Pattern CORES = Pattern.compile(".*\\bcores: (\\d[\\d.]*).*");
  private static final Pattern FAILED = Pattern.compile("Job failed with exit value (\\S+): (.*)");
  private static final Pattern COMPLETELY = Pattern.compile("Job (.*) is completely failed");

  /** Complete, since the last line of a log that grows may be cut off. */
  private static final Pattern FINISHED =
      Pattern.compile("Finished toil run (successfully|with \\S+ failed jobs)\\.");

  /** Jobs by their ids in the job store, in the order in which they are first named. */
  final Map<String, ToilJob> jobs = new LinkedHashMap<>();

  final ToilOrder order = new ToilOrder();
  OptionalLong started = OptionalLong.empty();
  OptionalLong ended = OptionalLong.empty();
  String outcome = "";
  boolean hasTimes;

  /** Whether it says of jobs that end well when they do. */
  boolean hasEnds;

  /** How many runs one after the other are in the log; the last one counts. */
  int runs;

  /** Workers that write to the same log and have not named their version yet. */
  private int workersStarting;

  private WorkerLog worker = new WorkerLog(this);

  /** Whether the beginning of a file is that of a leader's log. */
  static boolean begins(String head) {
    return !isOfWorker(head)
        && (hasTimes(head)
            || head.lines()
                .anyMatch(line -> HOST.matcher(line).matches() || ISSUED.matcher(line).matches()));
  }

  /** Whether the beginning of a file is that of a worker's log. */
  static boolean isOfWorker(String head) {
    return head.lines()
        .flatMap(line -> ToilLine.timed(line).stream())
        .limit(1)
        .anyMatch(line -> line.message().equals(WORKER));
  }

  private static boolean hasTimes(String head) {
    return head.lines()
        .flatMap(line -> ToilLine.timed(line).stream())
        .anyMatch(line -> line.logger().startsWith("toil") && !line.quoted());
  }

  void leader(TraceFile file) throws IOException {
    hasTimes = hasTimes(file.head());
    lines(
        file,
        text -> {
          Optional<ToilLine> line = ToilLine.timed(text);
          line.ifPresent(this::line);
          if (line.isEmpty() && !hasTimes) {
            line(ToilLine.bare(text));
          }
        });
  }

  void worker(TraceFile file) throws IOException {
    WorkerLog apart = new WorkerLog(this);
    lines(file, text -> ToilLine.timed(text).ifPresent(apart::line));
  }

  void worker(Iterable<String> texts) {
    WorkerLog apart = new WorkerLog(this);
    texts.forEach(text -> ToilLine.timed(text).ifPresent(apart::line));
  }

  private static void lines(TraceFile file, Consumer<String> each) throws IOException {
    try (TraceLines lines = TraceLines.of(file)) {
      while (lines.next()) {
        each.accept(lines.text());
      }
    }
  }

  private void line(ToilLine line) {
    if (line.quoted()) {
      if (line.message().equals(WORKER)) {
        worker = new WorkerLog(this);
      }
      worker.line(line);
    } else if (line.logger().equals("toil.worker")) {
      own(line);
    } else {
      message(line);
      order.line(line);
    }
  }

  /** A worker that does not capture its output writes among the lines of the leader. */
  private void own(ToilLine line) {
    if (line.message().equals(WORKER)) {
      workersStarting++;
    } else {
      new WorkerLog(this).line(line);
    }
  }

  private void message(ToilLine line) {
    Matcher issued = ISSUED.matcher(line.message());
    Matcher failed = FAILED.matcher(line.message());
    Matcher completely = COMPLETELY.matcher(line.message());
    Matcher finished = FINISHED.matcher(line.message());
    if (issued.matches()) {
      ToilJob.parse(issued.group(1)).ifPresent(job -> issue(line, job, issued.group(2)));
    } else if (failed.matches()) {
      end(failed.group(2), EventType.FAILED, line)
          .ifPresent(job -> job.attributes.put("exit", failed.group(1)));
    } else if (completely.matches()) {
      end(completely.group(1), EventType.FAILED, line);
    } else if (finished.matches()) {
      ended = line.nanos();
      outcome = finished.group(1);
    } else if (line.message().startsWith(VERSION)) {
      version(line);
    } else {
      line.after("Job ended: ")
          .flatMap(job -> end(job, EventType.COMPLETED, line))
          .ifPresent(job -> hasEnds = true);
    }
  }

  private void version(ToilLine line) {
    if (workersStarting > 0) {
      workersStarting--;
      return;
    }
    runs++;
    jobs.clear();
    order.clear();
    started = line.nanos();
    ended = OptionalLong.empty();
    outcome = "";
    hasEnds = false;
  }

  private void issue(ToilLine line, ToilJob.Described described, String resources) {
    ToilJob job = jobs.computeIfAbsent(described.job().storeId, id -> described.job());
    job.add(described.version()).issued = line.nanos();
    Matcher cores = CORES.matcher(resources);
    if (cores.matches()) {
      job.attributes.put("cores", cores.group(1));
    }
  }

  /** The end of a job's last attempt, unless the leader knew it before. */
  private Optional<ToilJob> end(String description, EventType type, ToilLine line) {
    Optional<ToilJob> job = ToilJob.parse(description).map(named -> jobs.get(named.job().storeId));
    job.flatMap(ToilJob::last)
        .filter(attempt -> attempt.ended.isEmpty())
        .ifPresent(
            attempt -> {
              attempt.outcome = Optional.of(type);
              attempt.ended = line.nanos();
            });
    return job;
  }

  /**
   * The attempt that a worker says it works on; empty if it is of a run that the leader's log is
   * not about. Jobs that the leader runs itself may not be issued in its log.
   */
  Optional<ToilAttempt> attempt(ToilJob.Described described, boolean isQuoted) {
    String id = described.job().storeId;
    if (runs > 0 && !isQuoted && !jobs.containsKey(id)) {
      return Optional.empty();
    }
    ToilJob job = jobs.computeIfAbsent(id, any -> described.job());
    return Optional.of(
        job.attempt(described.version()).orElseGet(() -> job.add(described.version())));
  }

  static Optional<String> host(String message) {
    Matcher found = HOST.matcher(message);
    return found.matches() ? Optional.of(found.group(1)) : Optional.empty();
  }
}
