package io.flowgauge.traces.crate;

import java.util.List;
import java.util.OptionalLong;

/**
 * An action that ran something. Immutable.
 *
 * @param start its startTime, if present and readable
 * @param end its endTime, if present and readable
 */
record Action(Entity entity, OptionalLong start, OptionalLong end) {

  boolean failed() {
    return hasStatus("FailedActionStatus");
  }

  /** Whether it is still open, so that its endTime, if any, is not its end. */
  boolean isOpen() {
    return hasStatus("ActiveActionStatus") || hasStatus("PotentialActionStatus");
  }

  boolean hasNotBegun() {
    return hasStatus("PotentialActionStatus");
  }

  private boolean hasStatus(String status) {
    return entity.first("actionStatus").filter(found -> found.endsWith(status)).isPresent();
  }

  List<String> objects() {
    return entity.all("object");
  }

  List<String> results() {
    return entity.all("result");
  }

  /** Whether the other action is known to have started only after this one ended. */
  boolean endsBefore(Action other) {
    return end.isPresent() && other.start.isPresent() && end.getAsLong() <= other.start.getAsLong();
  }

  /** Compares the ids of the entities: comparing all properties would be slow. */
  @Override
  public boolean equals(Object other) {
    return other instanceof Action action && action.entity.id().equals(entity.id());
  }

  @Override
  public int hashCode() {
    return entity.id().hashCode();
  }
}
