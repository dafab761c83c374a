package io.flowgauge.traces.crate;

import java.util.List;
import java.util.OptionalLong;

/**
 * An action that ran something. Immutable.
 *
 * @param start its startTime, where it has one that can be read
 * @param end its endTime, where it has one that can be read
 */
record Action(Entity entity, OptionalLong start, OptionalLong end) {

  boolean failed() {
    return hasStatus("FailedActionStatus");
  }

  /** Whether its endTime, if it has one, is not the end of it. */
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

  /** Whether the other is known to have begun only after this one had ended. */
  boolean endsBefore(Action other) {
    return end.isPresent() && other.start.isPresent() && end.getAsLong() <= other.start.getAsLong();
  }

  /** An action is its entity: to compare all properties would be slow. */
  @Override
  public boolean equals(Object other) {
    return other instanceof Action action && action.entity.id().equals(entity.id());
  }

  @Override
  public int hashCode() {
    return entity.id().hashCode();
  }
}
