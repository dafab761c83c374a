package io.flowgauge.traces.snakemake;

import io.flowgauge.run.EventType;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/** A job with its attempts. Not thread-safe. */
final class SnakeJob {
  private final JobInfo info;
  private final List<JobAttempt> attempts = new ArrayList<>(1);
  private boolean retried;

  SnakeJob(JobInfo info) {
    this.info = info;
  }

  JobInfo info() {
    return info;
  }

  List<JobAttempt> attempts() {
    return attempts;
  }

  void begin(OptionalLong takenUp) {
    attempts.add(new JobAttempt(takenUp));
    retried = false;
  }

  /** Records that Snakemake will try it again. */
  void retry() {
    retried = true;
  }

  /**
   * Whether an end was logged before: Snakemake 9 logs failures again when it gives up, and the
   * failure of a group both for the group and for each of its jobs.
   */
  boolean isKnownEnd(EventType type) {
    return type == EventType.FAILED
        && !retried
        && !attempts.isEmpty()
        && last().outcome().equals(Optional.of(EventType.FAILED));
  }

  /** Returns the current attempt; if its start was not recorded, it starts with its first event. */
  JobAttempt current() {
    if (attempts.isEmpty() || last().outcome().isPresent()) {
      begin(OptionalLong.empty());
    }
    return last();
  }

  void end(EventType type, OptionalLong nanos) {
    current().recordEnd(type, nanos);
  }

  JobAttempt last() {
    return attempts.get(attempts.size() - 1);
  }

  /** Whether it was submitted to another machine. */
  boolean isExternal() {
    return attempts.stream().anyMatch(attempt -> !attempt.externalId().isEmpty());
  }
}
