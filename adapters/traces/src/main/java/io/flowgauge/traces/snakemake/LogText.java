package io.flowgauge.traces.snakemake;

import io.flowgauge.run.EventType;
import io.flowgauge.trace.Times;
import io.flowgauge.trace.TraceFile;
import io.flowgauge.traces.files.TraceLines;
import java.io.IOException;
import java.time.DateTimeException;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.StringTokenizer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The log that Snakemake writes for people, or its printed output: blocks of indented {@code key:
 * value} lines below {@code rule NAME:} or {@code Error in rule NAME:}, preceded by dates in local
 * time. Not thread-safe.
 */
final class LogText {
  private static final Pattern BLOCK =
      Pattern.compile("(Error in )?(local)?(?:rule|checkpoint) ([^\\s:]+):");
  private static final Pattern FINISHED =
      Pattern.compile("Finished job(?:id:)? (\\d{1,18})(?:\\.| \\(Rule:.*\\))");
  private static final String LAST = "Complete log";
  private static final String SUBWORKFLOW = "Executing subworkflow ";
  private static final Pattern FIELD = Pattern.compile("    ([a-z_]+): (.*)");

  /**
   * Number of lines searched for the start: Snakemake 9 first prints a table of what it runs, and
   * where.
   */
  private static final int FIRST_LINES = 60;

  private static final DateTimeFormatter DATE =
      DateTimeFormatter.ofPattern("EEE MMM d HH:mm:ss yyyy", Locale.ENGLISH);

  private final SnakeRun run;
  private final Map<String, String> fields = new LinkedHashMap<>();
  private Optional<Matcher> block = Optional.empty();
  private OptionalLong date = OptionalLong.empty();
  private OptionalLong blockDate = OptionalLong.empty();
  private String where = "";

  /** Whether the log ends within a line of a block. */
  private boolean isCut;

  /**
   * Whether there are sub-workflows, each of which ends with the message that otherwise ends the
   * run.
   */
  private boolean inParts;

  private LogText(SnakeRun run) {
    this.run = run;
  }

  static boolean matches(TraceFile file) {
    return file.head()
        .lines()
        .limit(FIRST_LINES)
        .anyMatch(line -> line.strip().equals(Messages.START));
  }

  /** Returns the first date of a log, by which two logs of one run are recognised. */
  static Optional<String> firstDate(TraceFile file) {
    return file.head().lines().filter(line -> date(line).isPresent()).findFirst();
  }

  static void read(TraceFile file, SnakeRun run) throws IOException {
    LogText log = new LogText(run);
    try (TraceLines lines = TraceLines.of(file)) {
      while (lines.next()) {
        boolean isCut = !lines.isTerminated() && lines.text().startsWith(" ");
        log.isCut = isCut && log.block.isPresent();
        if (!log.isCut) {
          log.line(lines.text(), "line " + lines.number());
        }
      }
    }
    log.endOfLog();
  }

  /** Handles the last block; a log that is still being written may end within it. */
  private void endOfLog() {
    if (block.isPresent() && (isCut || number().isEmpty())) {
      run.remarks().info("a job cut off at the end of the log, left out", where);
    } else {
      endOfBlock();
    }
  }

  private void line(String text, String place) {
    Matcher field = FIELD.matcher(text);
    if (block.isPresent() && field.matches()) {
      fields.putIfAbsent(field.group(1), field.group(2));
      return;
    }
    if (text.startsWith("     ")) {
      return;
    }
    if (!text.startsWith("    ")) {
      endOfBlock();
    }
    where = place;
    statement(text);
  }

  private void statement(String text) {
    OptionalLong found = date(text);
    Matcher begin = BLOCK.matcher(text);
    Matcher finished = FINISHED.matcher(text);
    if (found.isPresent()) {
      date = found;
    } else if (begin.matches()) {
      block = Optional.of(begin);
      blockDate = date;
    } else if (finished.matches()) {
      run.end(Long.parseLong(finished.group(1)), EventType.COMPLETED, date);
    } else if (text.startsWith(SUBWORKFLOW)) {
      inParts = true;
    } else if (text.startsWith(LAST) && !inParts) {
      run.finish(date);
    } else {
      Messages.parse(text, date, run);
    }
  }

  static OptionalLong date(String text) {
    if (text.length() < 26 || text.length() > 28 || !text.startsWith("[") || !text.endsWith("]")) {
      return OptionalLong.empty();
    }
    String single = String.join(" ", words(text.substring(1, text.length() - 1), " "));
    try {
      LocalDateTime time = LocalDateTime.parse(single, DATE);
      return OptionalLong.of(Times.epochNanos(time.toInstant(ZoneOffset.UTC)));
    } catch (DateTimeException | IllegalArgumentException e) {
      return OptionalLong.empty();
    }
  }

  private static List<String> words(String text, String separators) {
    List<String> words = new ArrayList<>();
    StringTokenizer tokens = new StringTokenizer(text, separators);
    while (tokens.hasMoreTokens()) {
      words.add(tokens.nextToken().strip());
    }
    return words;
  }

  private void endOfBlock() {
    if (block.isEmpty()) {
      return;
    }
    Matcher begin = block.get();
    block = Optional.empty();
    OptionalLong number = number();
    if (number.isEmpty()) {
      run.remarks().error("blocks about jobs without their number, left out", where);
    } else if (begin.group(1) != null) {
      run.end(number.getAsLong(), EventType.FAILED, blockDate);
    } else {
      run.begin(number.getAsLong(), info(begin), blockDate);
    }
    fields.clear();
  }

  private OptionalLong number() {
    try {
      return OptionalLong.of(Long.parseLong(fields.getOrDefault("jobid", "")));
    } catch (NumberFormatException e) {
      return OptionalLong.empty();
    }
  }

  private JobInfo info(Matcher begin) {
    JobInfo info = new JobInfo();
    info.local = begin.group(2) != null;
    info.rule = begin.group(3);
    info.benchmark = fields.getOrDefault("benchmark", "");
    info.threads = fields.getOrDefault("threads", "");
    info.inputs.addAll(words(fields.getOrDefault("input", ""), ","));
    info.outputs.addAll(words(fields.getOrDefault("output", ""), ","));
    for (String wildcard : words(fields.getOrDefault("wildcards", ""), ",")) {
      int sign = wildcard.indexOf('=');
      if (sign > 0) {
        info.wildcards.put(wildcard.substring(0, sign), wildcard.substring(sign + 1));
      }
    }
    return info;
  }
}
