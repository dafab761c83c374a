package io.flowgauge.traces.toil;

import io.flowgauge.run.TimeBase;
import io.flowgauge.trace.TraceFile;
import io.flowgauge.trace.TraceFormatException;
import io.flowgauge.traces.files.TraceLines;
import io.flowgauge.traces.toil.ToilJob.ToilAttempt;
import java.io.IOException;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Parses a log line by line; lines of other forms are skipped. The log of a worker is contained in
 * that of the leader, indented by a tab. Not thread-safe.
 */
final class ToilLog {
  /** The form since version 4.2. */
  private static final Pattern LINE =
      Pattern.compile(
          "(\\t?)\\[(\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d[+-]\\d{4})] \\[[^\\]]*] \\[[A-Z]]"
              + " \\[toil(?:\\.[\\w.]*)?] (.*)");

  /** The form before version 4.2, with the host, and its local time. */
  private static final Pattern OLD_LINE =
      Pattern.compile(
          "(\\t?)\\S+ (\\d{4}-\\d\\d-\\d\\d \\d\\d:\\d\\d:\\d\\d,\\d{3}) .{1,80}? [A-Z]+"
              + " toil(?:\\.[\\w.]*)?: (.*)");

  private static final DateTimeFormatter TIME =
      DateTimeFormatter.ofPattern("uuuu-MM-dd'T'HH:mm:ssZ", Locale.ROOT);
  private static final DateTimeFormatter OLD_TIME =
      DateTimeFormatter.ofPattern("uuuu-MM-dd HH:mm:ss,SSS", Locale.ROOT);

  private static final Pattern JOB =
      Pattern.compile("'([^']{0,500})'(?: (.{1,500}?))?? (\\S{1,500}?)(?: v\\d+)?");
  private static final Pattern RUNNING =
      Pattern.compile("Running Toil version \\S+?(?: on host (\\S+?))?\\.?");
  private static final Pattern ISSUED =
      Pattern.compile("Issued job (.*) with job batch system ID: .*");
  private static final Pattern ENDED = Pattern.compile("Job ended(?: successfully)?: (.*)");
  private static final Pattern FAILED =
      Pattern.compile("Job (?:failed|ended) with exit value (-?\\d+): (.*)");
  private static final Pattern WORKING = Pattern.compile("Working on job (.*)");
  private static final Pattern CHAINING = Pattern.compile("Chaining from .* to ('.*)");
  private static final Pattern SCHEDULING =
      Pattern.compile("Job: (\\S+) has \\d+ successors to schedule");
  private static final Pattern FOLLOWING =
      Pattern.compile("Added job ('.*) as coming after job ('.*)");
  private static final String COMPLETED = "Completed body for ";
  private static final String FINISHED = "Finished toil run ";

  /** Precedes the version in the log of a worker, which is not indented if it is not captured. */
  private static final String WORKER_LOG = "---TOIL WORKER OUTPUT LOG---";

  /** Jobs by their ids in the job store, in the order of their first mention. */
  final Map<String, ToilJob> jobs = new LinkedHashMap<>();

  /**
   * The job that an id currently denotes: a worker that continues with a successor keeps its id.
   */
  private final Map<String, ToilJob> holders = new LinkedHashMap<>();

  /** When the leader was first started. */
  OptionalLong started = OptionalLong.empty();

  /** When the leader ended; empty if it has been started again since. */
  OptionalLong ended = OptionalLong.empty();

  String outcome = "";

  /** How often the leader was started. */
  int starts;

  TimeBase timeBase = TimeBase.UTC;

  private String host = "";
  private boolean isWorkerNext;
  private Optional<ToilAttempt> worked = Optional.empty();
  private Optional<ToilJob> working = Optional.empty();
  private Optional<ToilJob> next = Optional.empty();

  /** Whether a text contains a line with a time. */
  static boolean hasTimes(String text) {
    return text.lines()
        .anyMatch(line -> LINE.matcher(line).matches() || OLD_LINE.matcher(line).matches());
  }

  /** Whether a text is the beginning of a log, possibly without times. */
  static boolean begins(String text) {
    return text.contains("Running Toil version ") || text.contains(" with job batch system ID: ");
  }

  static ToilLog parse(TraceFile file) throws IOException {
    ToilLog log = new ToilLog();
    boolean isTimed = false;
    try (TraceLines lines = TraceLines.of(file)) {
      while (lines.next()) {
        isTimed |= log.line(lines.text());
      }
    }
    if (!isTimed) {
      throw withoutTimes(file);
    }
    return log;
  }

  private static TraceFormatException withoutTimes(TraceFile file) {
    return file.error(
        "",
        "a log of Toil without times, as --logFile writes it",
        "lines that begin with their time, as Toil's standard error has with --logDebug");
  }

  private boolean line(String text) {
    Matcher line = LINE.matcher(text);
    Matcher old = OLD_LINE.matcher(text);
    try {
      if (line.matches()) {
        Instant time = OffsetDateTime.parse(line.group(2), TIME).toInstant();
        message(time, !line.group(1).isEmpty(), line.group(3));
        return true;
      }
      if (old.matches()) {
        timeBase = TimeBase.UNKNOWN_ZONE;
        LocalDateTime time = LocalDateTime.parse(old.group(2), OLD_TIME);
        message(time.toInstant(ZoneOffset.UTC), !old.group(1).isEmpty(), old.group(3));
        return true;
      }
    } catch (DateTimeException e) {
      return false; // It only looked like a time.
    }
    return false;
  }

  private void message(Instant time, boolean isWorker, String text) {
    long nanos = TimeUnit.SECONDS.toNanos(time.getEpochSecond()) + time.getNano();
    Matcher running = RUNNING.matcher(text);
    if (running.matches()) {
      begin(OptionalLong.of(nanos), isWorker, Optional.ofNullable(running.group(1)).orElse(""));
    } else if (isWorker) {
      worker(OptionalLong.of(nanos), text);
    } else {
      leader(OptionalLong.of(nanos), text);
    }
  }

  private void begin(OptionalLong time, boolean isWorker, String on) {
    host = on;
    next = Optional.empty();
    if (!isWorker && !isWorkerNext) {
      starts++;
      started = started.isPresent() ? started : time;
      ended = OptionalLong.empty();
      outcome = "";
    }
    isWorkerNext = false;
  }

  private void worker(OptionalLong time, String text) {
    Matcher on = WORKING.matcher(text);
    Matcher chaining = CHAINING.matcher(text);
    if (on.matches()) {
      working = next.isPresent() ? next : job(on.group(1));
      next = Optional.empty();
      working.ifPresent(job -> begin(job, time));
    } else if (text.startsWith(COMPLETED)) {
      worked.ifPresent(attempt -> attempt.done = time);
    } else if (chaining.matches()) {
      next = job(chaining.group(1));
      next.ifPresent(this::chain);
    }
  }

  private void begin(ToilJob job, OptionalLong time) {
    ToilAttempt attempt = job.begun(time.orElseThrow());
    attempt.begun = time;
    attempt.host = host;
    worked = Optional.of(attempt);
  }

  private void chain(ToilJob successor) {
    worked.ifPresent(attempt -> attempt.isChained = true);
    working.ifPresent(
        job -> {
          job.scheduleSuccessors();
          job.addSuccessor(successor);
          holders.replaceAll((id, holder) -> holder == job ? successor : holder);
        });
  }

  private void leader(OptionalLong time, String text) {
    Matcher issued = ISSUED.matcher(text);
    Matcher end = ENDED.matcher(text);
    Matcher failed = FAILED.matcher(text);
    Matcher scheduling = SCHEDULING.matcher(text);
    Matcher following = FOLLOWING.matcher(text);
    if (issued.matches()) {
      job(issued.group(1)).ifPresent(job -> job.tryAgain().issued = time);
    } else if (end.matches()) {
      job(end.group(1)).ifPresent(job -> job.last().seen = time);
    } else if (failed.matches()) {
      job(failed.group(2)).ifPresent(job -> fail(job.last(), time, failed.group(1)));
    } else if (scheduling.matches()) {
      Optional.ofNullable(holders.get(scheduling.group(1))).ifPresent(ToilJob::scheduleSuccessors);
    } else if (following.matches()) {
      Optional<ToilJob> after = job(following.group(2));
      job(following.group(1)).ifPresent(job -> after.ifPresent(first -> first.addSuccessor(job)));
    } else if (text.equals(WORKER_LOG)) {
      isWorkerNext = true;
    } else if (text.startsWith(FINISHED)) {
      ended = time;
      outcome = text.substring(FINISHED.length()).replaceFirst("\\.$", "");
    }
  }

  private static void fail(ToilAttempt attempt, OptionalLong time, String exit) {
    attempt.seen = time;
    attempt.isFailed = true;
    attempt.exit = exit;
  }

  /**
   * Returns the job in a text such as {@code 'CWLJob' movie.0.render kind-CWLJob/instance-x v1}.
   */
  private Optional<ToilJob> job(String text) {
    Matcher parts = JOB.matcher(text);
    if (!parts.matches()) {
      return Optional.empty();
    }
    String id = parts.group(3);
    ToilJob holder = holders.get(id);
    if (holder == null) {
      String label = parts.group(2) == null ? parts.group(1) : parts.group(2);
      holder = new ToilJob(label.isEmpty() ? id : label, id);
      holders.put(id, holder);
      jobs.put(id, holder);
    }
    return Optional.of(holder);
  }
}
