package io.flowgauge.traces.makeflow;

import io.flowgauge.model.core.Remarks;
import io.flowgauge.run.EventType;
import io.flowgauge.trace.TraceFile;
import io.flowgauge.traces.files.TraceLines;
import io.flowgauge.traces.inputs.InputFiles;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Set;
import java.util.StringTokenizer;
import java.util.TreeMap;

/** The contents of a Makeflow log, read line by line. Not thread-safe. */
final class MakeflowLog {
  /** Comments that concern neither rules nor the run as a whole. */
  private static final Set<String> IRRELEVANT = Set.of("TARGETS", "SYMBOL", "GC", "CACHE", "ALLOC");

  private static final int WAITING = 0;
  private static final int RUNNING = 1;
  private static final int COMPLETE = 2;
  private static final int FAILED = 3;
  private static final int ABORTED = 4;

  /**
   * States of an existing file, whose size was measured; in earlier states it was only expected.
   */
  private static final Set<String> THERE = Set.of("2", "3");

  private final Map<Long, Rule> rules = new TreeMap<>();
  private final InputFiles files = new InputFiles();
  private final Remarks remarks;
  private OptionalLong started = OptionalLong.empty();
  private String outcome = "";
  private long starts;
  private boolean graph;

  private MakeflowLog(Remarks remarks) {
    this.remarks = remarks;
  }

  static MakeflowLog parse(TraceFile file, Remarks remarks) throws IOException {
    MakeflowLog log = new MakeflowLog(remarks);
    try (TraceLines lines = TraceLines.of(file)) {
      while (lines.next()) {
        log.line(lines);
      }
    }
    return log;
  }

  /** Rules by their number. */
  Map<Long, Rule> rules() {
    return rules;
  }

  Rule rule(long number) {
    return rules.computeIfAbsent(number, Rule::new);
  }

  /** Returns the files that rules read, with their sizes. */
  InputFiles files() {
    return files;
  }

  /** Whether Makeflow was told to describe the rules ({@code --log-verbose}). */
  boolean hasGraph() {
    return graph;
  }

  /** Returns when Makeflow was first started. */
  OptionalLong started() {
    return started;
  }

  /** Returns how often Makeflow was started. */
  long starts() {
    return starts;
  }

  /** Returns COMPLETED, FAILED or ABORTED; empty if Makeflow did not finish. */
  String outcome() {
    return outcome;
  }

  private void line(TraceLines lines) {
    String text = lines.text();
    String where = "line " + lines.number();
    if (text.startsWith("#")) {
      comment(text, where);
    } else if (!text.isBlank() && !state(text, where)) {
      remarks.error(
          lines.isTerminated()
              ? "lines without a state of a rule, left out"
              : "lines cut off at the end of the file, left out",
          where);
    }
  }

  private void comment(String text, String where) {
    StringTokenizer words = new StringTokenizer(text.substring(1), " \t");
    String kind = words.hasMoreTokens() ? words.nextToken() : "";
    switch (kind) {
      case "NODE", "COMMAND" -> described(words, where).command(rest(words));
      case "CATEGORY" -> described(words, where).category(rest(words));
      case "PARENTS" -> parents(described(words, where), words, where);
      case "SOURCES" -> described(words, where).sources(names(words));
      case "FILE" -> file(words);
      case "STARTED" -> start(words, where);
      case "COMPLETED", "FAILED", "ABORTED" -> outcome = kind;
      default -> {
        // Before version 6 files were logged as "# state name time".
        if (!IRRELEVANT.contains(kind) && !kind.isEmpty() && Micros.whole(kind).isEmpty()) {
          remarks.info("comments of unknown kinds, left out", where);
        }
      }
    }
  }

  private Rule described(StringTokenizer words, String where) {
    OptionalLong number =
        words.hasMoreTokens() ? Micros.whole(words.nextToken()) : OptionalLong.empty();
    if (number.isEmpty()) {
      remarks.error("descriptions of rules without their number, left out", where);
      return new Rule(-1);
    }
    graph = true;
    return rule(number.getAsLong());
  }

  private static String rest(StringTokenizer words) {
    return words.hasMoreTokens() ? words.nextToken("\n").strip() : "";
  }

  private static List<String> names(StringTokenizer words) {
    List<String> names = new ArrayList<>();
    while (words.hasMoreTokens()) {
      names.add(words.nextToken());
    }
    return names;
  }

  /** Parses {@code time name state size}; size zero means that the size was not looked up. */
  private void file(StringTokenizer words) {
    List<String> values = names(words);
    if (values.size() == 4 && THERE.contains(values.get(2))) {
      Micros.whole(values.get(3)).stream()
          .filter(size -> size > 0)
          .forEach(size -> files.recordSize(values.get(1), size));
    }
  }

  private void parents(Rule rule, StringTokenizer words, String where) {
    while (words.hasMoreTokens()) {
      OptionalLong parent = Micros.whole(words.nextToken());
      if (parent.isPresent()) {
        rule.addParent(parent.getAsLong());
      } else {
        remarks.error("parents that are not numbers of rules, left out", where);
      }
    }
  }

  private void start(StringTokenizer words, String where) {
    OptionalLong time =
        words.hasMoreTokens() ? Micros.nanos(words.nextToken()) : OptionalLong.empty();
    if (time.isEmpty()) {
      remarks.error("starts without a readable time, left out", where);
      return;
    }
    starts++;
    outcome = "";
    started = started.isPresent() ? started : time;
  }

  /**
   * Parses {@code time rule state job}, and ignores the counts that follow, as Makeflow does when
   * it recovers a run.
   */
  private boolean state(String text, String where) {
    StringTokenizer words = new StringTokenizer(text, " \t");
    long[] numbers = new long[4];
    for (int k = 0; k < numbers.length; k++) {
      OptionalLong number = words.hasMoreTokens() ? number(words, k) : OptionalLong.empty();
      if (number.isEmpty()) {
        return false;
      }
      numbers[k] = number.getAsLong();
    }
    return change(rule(numbers[1]), numbers[2], numbers[3], numbers[0], where);
  }

  private static OptionalLong number(StringTokenizer words, int position) {
    String word = words.nextToken();
    return position == 0 ? Micros.nanos(word) : Micros.whole(word);
  }

  private boolean change(Rule rule, long state, long job, long nanos, String where) {
    if (state < WAITING || state > ABORTED) {
      return false;
    }
    switch ((int) state) {
      case RUNNING -> rule.submitted(job, nanos);
      case COMPLETE -> rule.ended(job, EventType.COMPLETED, nanos);
      case FAILED -> rule.ended(job, EventType.FAILED, nanos);
      case ABORTED -> rule.ended(job, EventType.ABORTED, nanos);
      default -> waiting(rule, where);
    }
    return true;
  }

  /** Handles a retry, or a rule that Makeflow runs again after it was stopped and restarted. */
  private void waiting(Rule rule, String where) {
    if (rule.submissions().isEmpty()) {
      return;
    }
    if (rule.last().end().isEmpty()) {
      remarks.warn("submissions that Makeflow gave up, without an end in the log", where);
    }
  }
}
