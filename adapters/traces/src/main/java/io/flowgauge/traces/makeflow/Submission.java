package io.flowgauge.traces.makeflow;

import io.flowgauge.run.EventType;
import java.util.Optional;
import java.util.OptionalLong;

/** A rule handed to the batch system once, and how that ended. Not thread-safe. */
final class Submission {
  private final long job;
  private final OptionalLong submitted;
  private Optional<End> end = Optional.empty();

  /**
   * How and when a submission or dispatch ended.
   *
   * @param type COMPLETED, FAILED or ABORTED
   * @param nanos when
   */
  record End(EventType type, long nanos) {}

  Submission(long job, OptionalLong submitted) {
    this.job = job;
    this.submitted = submitted;
  }

  void end(EventType type, long nanos) {
    end = Optional.of(new End(type, nanos));
  }

  /** Number of the job in the batch system; of the process if Makeflow started it itself. */
  long job() {
    return job;
  }

  OptionalLong submitted() {
    return submitted;
  }

  Optional<End> end() {
    return end;
  }

  /** Whether something that happened from one time to another may be part of it. */
  boolean holds(long from, long to) {
    boolean early = submitted.isPresent() && from < submitted.getAsLong() - Micros.TOLERANCE;
    boolean late = end.isPresent() && to > end.get().nanos() + Micros.TOLERANCE;
    return !early && !late;
  }
}
