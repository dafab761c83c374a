package io.flowgauge.traces.makeflow;

import io.flowgauge.run.EventType;
import java.util.Optional;
import java.util.OptionalLong;

/** One submission of a rule to the batch system, and its outcome. Not thread-safe. */
final class Submission {
  private final long job;
  private final OptionalLong submitted;
  private Optional<End> end = Optional.empty();

  /**
   * How and when a submission or dispatch ended.
   *
   * @param type COMPLETED, FAILED or ABORTED
   * @param nanos epoch nanoseconds
   */
  record End(EventType type, long nanos) {}

  Submission(long job, OptionalLong submitted) {
    this.job = job;
    this.submitted = submitted;
  }

  void end(EventType type, long nanos) {
    end = Optional.of(new End(type, nanos));
  }

  /**
   * Returns the number of the job in the batch system, or of the process if Makeflow started it
   * itself.
   */
  long job() {
    return job;
  }

  OptionalLong submitted() {
    return submitted;
  }

  Optional<End> end() {
    return end;
  }

  /** Whether an interval may belong to it, because it lies between its start and its end. */
  boolean holds(long from, long to) {
    boolean early = submitted.isPresent() && from < submitted.getAsLong() - Micros.TOLERANCE;
    boolean late = end.isPresent() && to > end.get().nanos() + Micros.TOLERANCE;
    return !early && !late;
  }
}
