package io.flowgauge.traces.cwltool;

import io.flowgauge.run.EventType;
import io.flowgauge.trace.TraceFile;
import io.flowgauge.traces.files.TraceLines;
import java.io.IOException;
import java.time.DateTimeException;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Parses a log line by line. Lines of other forms, such as the rest of a command or the output of
 * threads, are skipped. Not thread-safe.
 */
final class CwltoolLog {
  private static final long NANOS = 1_000_000_000;

  /** cwltool writes colours even into a file. */
  private static final Pattern COLOUR = Pattern.compile("\u001b\\[[0-9;]*m");

  private static final Pattern LINE =
      Pattern.compile("\\[(\\d{4}-\\d\\d-\\d\\d) (\\d\\d:\\d\\d:\\d\\d)] [A-Z]+ (.*)");

  private static final Pattern VERSION = Pattern.compile("\\S*cwl-?\\S* \\d+\\.\\d\\S*");
  private static final Pattern STARTING =
      Pattern.compile("\\[workflow [^\\]]*] starting step (.+)");
  private static final Pattern STEP = Pattern.compile("\\[step ([^\\]]+)] (.*)");
  private static final Pattern JOB = Pattern.compile("\\[job ([^\\]]+)] (.*)");
  private static final Pattern COMMAND = Pattern.compile("\\S+\\$ .*");
  private static final String EXIT = "exited with status: ";
  private static final String MEMORY = "Max memory used: ";
  private static final String COMPLETED = "completed ";
  private static final String FINAL = "Final process status is ";

  /** Jobs by name, in the order in which they are first named. */
  final Map<String, CwlJob> jobs = new LinkedHashMap<>();

  /** When each step was last started. */
  final Map<String, Long> steps = new HashMap<>();

  OptionalLong started = OptionalLong.empty();
  OptionalLong ended = OptionalLong.empty();
  String outcome = "";

  /** Number of consecutive runs in the log; the last one counts. */
  int runs;

  /** Whether the head of a file is that of a log with times. */
  static boolean begins(String head) {
    int end = head.indexOf('\n');
    String line = COLOUR.matcher(end < 0 ? head : head.substring(0, end)).replaceAll("");
    Matcher found = LINE.matcher(line.strip());
    return found.matches() && VERSION.matcher(found.group(3)).matches();
  }

  static CwltoolLog parse(TraceFile file) throws IOException {
    CwltoolLog log = new CwltoolLog();
    try (TraceLines lines = TraceLines.of(file)) {
      while (lines.next()) {
        Matcher line = LINE.matcher(COLOUR.matcher(lines.text()).replaceAll(""));
        if (line.matches()) {
          log.time(line).ifPresent(nanos -> log.message(nanos, line.group(3)));
        }
      }
    }
    return log;
  }

  private Optional<Long> time(Matcher line) {
    try {
      LocalDateTime time = LocalDateTime.parse(line.group(1) + "T" + line.group(2));
      return Optional.of(time.toEpochSecond(ZoneOffset.UTC) * NANOS);
    } catch (DateTimeException e) {
      return Optional.empty();
    }
  }

  private void message(long nanos, String text) {
    Matcher job = JOB.matcher(text);
    Matcher step = STEP.matcher(text);
    Matcher starting = STARTING.matcher(text);
    if (job.matches()) {
      job(nanos, jobs.computeIfAbsent(job.group(1), CwlJob::new), job.group(2));
    } else if (step.matches()) {
      step(nanos, step.group(1), step.group(2));
    } else if (starting.matches()) {
      steps.put(starting.group(1), nanos);
    } else if (text.startsWith(FINAL)) {
      ended = OptionalLong.of(nanos);
      outcome = text.substring(FINAL.length());
    } else if (VERSION.matcher(text).matches()) {
      begin(nanos);
    }
  }

  private void begin(long nanos) {
    runs++;
    jobs.clear();
    steps.clear();
    started = OptionalLong.of(nanos);
    ended = OptionalLong.empty();
  }

  private void step(long nanos, String step, String text) {
    steps.putIfAbsent(step, nanos);
    if (text.equals(COMPLETED + "skipped")) {
      CwlJob skipped = jobs.computeIfAbsent(step, CwlJob::new);
      skipped.ended = OptionalLong.of(nanos);
      skipped.outcome = Optional.of(EventType.SKIPPED);
    }
  }

  private void job(long nanos, CwlJob job, String text) {
    if (text.startsWith(COMPLETED)) {
      job.ended = OptionalLong.of(nanos);
      job.outcome =
          Optional.of(text.equals(COMPLETED + "success") ? EventType.COMPLETED : EventType.FAILED);
    } else if (text.startsWith(EXIT)) {
      job.exit = text.substring(EXIT.length()).strip();
    } else if (text.startsWith(MEMORY)) {
      job.memory = text.substring(MEMORY.length()).strip();
    } else if (job.begun.isEmpty() && COMMAND.matcher(text).matches()) {
      job.begun = OptionalLong.of(nanos);
      Long taken = steps.get(step(job.name));
      job.taken = taken == null ? OptionalLong.empty() : OptionalLong.of(Math.min(taken, nanos));
    }
  }

  /** Returns the step of a job: jobs of a scattered step append a number to its name. */
  String step(String job) {
    int end = job.lastIndexOf('_');
    String before = end < 0 ? job : job.substring(0, end);
    return !steps.containsKey(job) && steps.containsKey(before) ? before : job;
  }
}
