package io.flowgauge.cli.log;

import io.flowgauge.log.EventSchema;
import io.flowgauge.log.Field;
import io.flowgauge.log.FieldType;
import io.flowgauge.log.read.EventCursor;
import io.flowgauge.report.layout.Human;
import java.io.IOException;
import java.util.Collection;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Consumer;

/** Collects the names of all events and fields, to report those that are missing. */
final class SeenNames extends PassedCursor {
  private static final int SHOWN = 5;

  /** Names of events, with the names of their numeric fields. */
  private final SortedMap<String, SortedSet<String>> numbers = new TreeMap<>();

  /** Names of fields and constants. */
  private final SortedSet<String> values = new TreeSet<>();

  private EventSchema last;

  SeenNames(EventCursor events) {
    super(events);
  }

  @Override
  public boolean next() throws IOException {
    boolean isThere = events().next();
    if (isThere && !events().schema().equals(last)) {
      last = events().schema();
      note(last);
    }
    return isThere;
  }

  private void note(EventSchema schema) {
    SortedSet<String> own = numbers.computeIfAbsent(schema.name(), name -> new TreeSet<>());
    for (Field field : schema.fields()) {
      values.add(field.name());
      if (field.type() != FieldType.STRING) {
        own.add(field.name());
      }
    }
    schema.constants().forEach(constant -> values.add(constant.name()));
  }

  /** Whether there are events of a name, which may end in a star; reports if there are none. */
  boolean hasEvent(String pattern, Consumer<String> missing) {
    boolean has =
        numbers.isEmpty() || numbers.keySet().stream().anyMatch(n -> LogFilter.matches(pattern, n));
    if (!has) {
      report("there is no event '" + pattern + "'", numbers.keySet(), missing);
    }
    return has;
  }

  /** Reports if no event of a name has a number of the given field. */
  void requireNumber(String pattern, String field, Consumer<String> missing) {
    if (!hasEvent(pattern, missing)) {
      return;
    }
    SortedSet<String> fields = new TreeSet<>();
    numbers.forEach(
        (name, own) -> {
          if (LogFilter.matches(pattern, name)) {
            fields.addAll(own);
          }
        });
    if (!numbers.isEmpty() && !fields.contains(field)) {
      report("no event '" + pattern + "' has a numeric field '" + field + "'", fields, missing);
    }
  }

  /** Reports if no event has the given field or constant. */
  void requireValue(String name, Consumer<String> missing) {
    if (!numbers.isEmpty() && !values.contains(name)) {
      report("no event has a field or constant '" + name + "'", values, missing);
    }
  }

  private static void report(String what, Collection<String> all, Consumer<String> missing) {
    missing.accept(what + (all.isEmpty() ? "" : ", only " + Human.some(all, SHOWN)));
  }
}
