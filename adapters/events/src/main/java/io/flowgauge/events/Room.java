package io.flowgauge.events;

import java.util.concurrent.atomic.AtomicInteger;

/**
 * How many more shapes there may be. Constants, of whose texts there may be no end, leave a part to
 * fields, whose names are few: else these would have no types and names of their own. Thread-safe.
 */
final class Room {
  private static final int PARTS = 4;

  private final AtomicInteger left;
  private final int forFields;

  Room(int shapes) {
    left = new AtomicInteger(shapes);
    forFields = shapes / PARTS;
  }

  /** Takes room for a field, if there is some left. */
  boolean take() {
    return takeAbove(0);
  }

  /** Takes room for a constant, if more is left than fields are to have. */
  boolean takeForConstant() {
    return takeAbove(forFields);
  }

  private boolean takeAbove(int least) {
    return left.getAndUpdate(now -> now > least ? now - 1 : now) > least;
  }
}
