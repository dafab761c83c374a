package io.flowgauge.traces.spark;

import io.flowgauge.trace.TraceFile;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * Selects the parts of a rolling event log that together describe its application exactly once.
 * Stateless.
 */
final class RollingLog {

  private RollingLog() {}

  /** A part with its name. */
  private record Part(TraceFile file, RollingName name) {}

  /** Returns the parts in order; empty if the files are not parts of one log. */
  static List<TraceFile> parts(List<TraceFile> files) {
    List<Part> parts = new ArrayList<>();
    for (TraceFile file : files) {
      Optional<RollingName> name = RollingName.of(file);
      if (name.isEmpty() || !isOne(name.get(), parts)) {
        return List.of();
      }
      parts.add(new Part(file, name.get()));
    }
    OptionalLong compact =
        parts.stream()
            .filter(part -> part.name().isCompact())
            .mapToLong(part -> part.name().number())
            .max();
    return parts.stream()
        .filter(part -> isNeeded(part.name(), compact))
        .sorted(Comparator.comparingLong(part -> part.name().number()))
        .map(Part::file)
        .toList();
  }

  /** Returns the number of the first part missing from an ordered list; empty if none is. */
  static OptionalLong missing(List<TraceFile> parts) {
    long next = 1;
    for (TraceFile part : parts) {
      Optional<RollingName> name = RollingName.of(part);
      if (name.isEmpty()) {
        return OptionalLong.empty();
      }
      if (name.get().number() != next && !name.get().isCompact()) {
        return OptionalLong.of(next);
      }
      next = name.get().number() + 1;
    }
    return OptionalLong.empty();
  }

  private static boolean isOne(RollingName name, List<Part> parts) {
    return parts.isEmpty() || parts.get(0).name().application().equals(name.application());
  }

  private static boolean isNeeded(RollingName name, OptionalLong compact) {
    return compact.isEmpty()
        || name.number() > compact.getAsLong()
        || (name.isCompact() && name.number() == compact.getAsLong());
  }
}
