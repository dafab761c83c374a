package io.flowgauge.traces.pegasus;

import io.flowgauge.model.core.Remarks;
import io.flowgauge.trace.Times;
import io.flowgauge.trace.TraceFile;
import io.flowgauge.traces.files.TraceLines;
import java.io.IOException;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import java.util.StringTokenizer;
import java.util.regex.Pattern;

/**
 * Reads the lines of a {@code jobstate.log} into a plan: {@code time job STATE number site walltime
 * submission}, not ordered by time, and {@code time INTERNAL *** STATE ***}. Not thread-safe.
 */
final class JobStateLog {
  private static final String NUMBER = "\\d{9,11}(?:\\.\\d{1,9})?";
  private static final Pattern LINE =
      Pattern.compile(
          NUMBER + " (?:INTERNAL \\*\\*\\* [A-Z_]+.*|\\S+ [A-Z_]{4,} \\S+ \\S+ \\S+ \\d+)\\s*");
  private static final String INTERNAL = "INTERNAL";
  private static final String NONE = "-";
  private static final int WORDS = 7;
  private static final int MAX_WORD = 1_000;
  private static final int MAX_LINE = 1 << 16;

  private final PlannedWorkflow plan;
  private final Remarks remarks;

  private JobStateLog(PlannedWorkflow plan, Remarks remarks) {
    this.plan = plan;
    this.remarks = remarks;
  }

  static boolean matches(TraceFile file) {
    return file.head().lines().limit(1).anyMatch(line -> LINE.matcher(line).matches());
  }

  static void read(TraceFile file, PlannedWorkflow plan, Remarks remarks) throws IOException {
    JobStateLog log = new JobStateLog(plan, remarks);
    try (TraceLines lines = TraceLines.of(file, MAX_LINE)) {
      while (lines.next()) {
        if (!lines.text().isBlank()) {
          log.line(words(lines.text()), "line " + lines.number());
        }
      }
    }
  }

  private static List<String> words(String text) {
    List<String> words = new ArrayList<>(WORDS);
    StringTokenizer tokens = new StringTokenizer(text);
    while (tokens.hasMoreTokens() && words.size() < WORDS) {
      words.add(tokens.nextToken());
    }
    return words;
  }

  private void line(List<String> words, String where) {
    OptionalLong time = time(words.get(0));
    if (time.isPresent() && words.size() > 3 && words.get(1).equals(INTERNAL)) {
      internal(words, time.getAsLong(), where);
    } else if (time.isPresent() && words.size() == WORDS) {
      state(words, time.getAsLong(), where);
    } else {
      remarks.error("lines without a state of a job, left out", where);
    }
  }

  private static OptionalLong time(String text) {
    try {
      return text.length() > MAX_WORD
          ? OptionalLong.empty()
          : OptionalLong.of(Times.nanos(new BigDecimal(text)));
    } catch (IllegalArgumentException e) {
      return OptionalLong.empty();
    }
  }

  /**
   * Handles the start and end of DAGMan, which runs the workflow; other internal states concern
   * only the monitor.
   */
  private void internal(List<String> words, long nanos, String where) {
    switch (words.get(3)) {
      case "DAGMAN_STARTED" -> {
        if (plan.started().isPresent()) {
          remarks.info("restarts of the workflow: the run is measured over all of them", where);
        }
        plan.startedAt(nanos);
      }
      case "DAGMAN_FINISHED" -> {
        plan.endedAt(nanos);
        if (words.size() > 4 && !words.get(4).equals("0")) {
          remarks.info("the workflow ended with a failure", where);
        }
      }
      default -> {}
    }
  }

  private void state(List<String> words, long nanos, String where) {
    String name = words.get(2);
    PegasusJobState state = PegasusJobState.named(name);
    OptionalLong submission = number(words.get(6));
    if (submission.isEmpty()) {
      remarks.error("states of jobs without the number of their submission, left out", where);
    } else if (PegasusJobState.isEviction(name)) {
      plan.job(words.get(1)).instance(submission.getAsLong()).evicted(nanos);
    } else if (state != null) {
      JobInstance instance = plan.job(words.get(1)).instance(submission.getAsLong());
      state.moments().forEach(moment -> instance.recordMoment(moment, nanos, state.failure()));
      describe(instance, state, words);
    } else if (!PegasusJobState.isIrrelevant(name)) {
      remarks.info("states of unknown names, left out", where + ": " + name);
    }
  }

  private static OptionalLong number(String text) {
    try {
      return OptionalLong.of(Long.parseLong(text));
    } catch (NumberFormatException e) {
      return OptionalLong.empty();
    }
  }

  private static void describe(JobInstance instance, PegasusJobState state, List<String> words) {
    String word = words.get(3);
    instance.setPlace("", words.get(4).equals(NONE) ? "" : words.get(4));
    if (!state.hasResult() && !word.equals(NONE)) {
      instance.setSchedulerId(word);
    } else if (state.moments().contains(Moment.MAIN_END)
        || (state.moments().contains(Moment.POST_END) && instance.exitCode().isEmpty())) {
      instance.setExitCode(word);
    }
  }
}
