package io.flowgauge.traces.toil;

import io.flowgauge.run.EventType;
import io.flowgauge.trace.Times;
import java.math.BigDecimal;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The log of one worker: a job, and those that the worker chained to it, which count as one. Used
 * once.
 */
final class WorkerLog {
  private static final Pattern TOTAL =
      Pattern.compile(
          "Finished running the chain of jobs on this node, we ran for a total of"
              + " (\\d{1,9}\\.\\d{1,9}) seconds");
  private static final String FAILED = "Exiting the worker because of a failed job";

  private final ToilLog log;
  private String host = "";
  private Optional<ToilAttempt> attempt = Optional.empty();

  WorkerLog(ToilLog log) {
    this.log = log;
  }

  void line(ToilLine line) {
    ToilLog.host(line.message()).ifPresent(name -> host = name);
    if (attempt.isEmpty()) {
      line.after("Working on job ").flatMap(ToilJob::parse).ifPresent(job -> begin(line, job));
    } else {
      end(line, attempt.get());
    }
  }

  private void begin(ToilLine line, ToilJob.Described job) {
    attempt = log.attempt(job, line.quoted());
    attempt.ifPresent(
        begun -> {
          begun.begun = line.nanos();
          begun.host = host;
        });
  }

  private static void end(ToilLine line, ToilAttempt attempt) {
    Matcher total = TOTAL.matcher(line.message());
    if (total.matches()) {
      attempt.done = line.nanos();
      attempt.wallclock = OptionalLong.of(Times.nanos(new BigDecimal(total.group(1))));
      end(attempt, EventType.COMPLETED);
    } else if (line.message().startsWith(FAILED)) {
      attempt.done = line.nanos();
      end(attempt, EventType.FAILED);
    }
  }

  private static void end(ToilAttempt attempt, EventType type) {
    if (attempt.outcome.isEmpty()) {
      attempt.outcome = Optional.of(type);
    }
  }
}
