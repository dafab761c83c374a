package io.flowgauge.traces.spark;

import io.flowgauge.run.EventType;
import java.util.Optional;
import java.util.OptionalLong;

/** One launch of a task; times in epoch nanoseconds. Not thread-safe. */
final class SparkTask {
  int stage = -1;
  int stageAttempt;
  long id = -1;
  int index = -1;

  /** -1 if the log lacks it, as before Spark 3.3. */
  int partition = -1;

  OptionalLong launched = OptionalLong.empty();
  OptionalLong gettingResult = OptionalLong.empty();
  OptionalLong finished = OptionalLong.empty();
  String executor = "";
  String host = "";
  String locality = "";
  String type = "";
  boolean isSpeculative;
  String reason = "";
  String message = "";
  Optional<TaskMetrics> metrics = Optional.empty();

  boolean isSuccess() {
    return reason.equals("Success");
  }

  /**
   * Whether this is not the end of a launch, but a notice that the output of a completed one was
   * lost.
   */
  boolean isLoss() {
    return reason.equals("Resubmitted");
  }

  Optional<EventType> end() {
    return switch (reason) {
      case "" -> Optional.empty();
      case "Success" -> Optional.of(EventType.COMPLETED);
      case "TaskKilled", "TaskCommitDenied" -> Optional.of(EventType.ABORTED);
      default -> Optional.of(EventType.FAILED);
    };
  }

  /** Returns the name of the executor it ran on. */
  String processor() {
    return SparkExecutor.name(host, executor);
  }

  boolean endsBy(long time) {
    return finished.isPresent() && finished.getAsLong() <= time;
  }
}
