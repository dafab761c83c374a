package io.flowgauge.events;

import java.util.concurrent.atomic.AtomicInteger;

/**
 * Limits the number of shapes. Constants may have any number of different values, so part of the
 * room is reserved for fields, which have few names: without it, later fields would have no names
 * and types of their own. Thread-safe.
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

  /** Takes room for a constant, if more is left than is reserved for fields. */
  boolean takeForConstant() {
    return takeAbove(forFields);
  }

  private boolean takeAbove(int least) {
    return left.getAndUpdate(now -> now > least ? now - 1 : now) > least;
  }
}
