package io.flowgauge.log.write;

import io.flowgauge.log.format.TypeFilter;
import io.flowgauge.log.trigger.TriggerEntry;
import java.util.List;

/**
 * The events a destination wants: those that match one of its entries. Immutable and thread-safe.
 */
final class Selection {
  private final List<TriggerEntry> entries;

  Selection(List<TriggerEntry> entries) {
    this.entries = List.copyOf(entries);
  }

  TypeFilter filterFor(DeclaredEvent type) {
    return TypeFilter.of(type.layout(), entries);
  }

  boolean wants(DeclaredEvent type) {
    return !filterFor(type).acceptsNone();
  }
}
