package io.flowgauge.log.text;

import io.flowgauge.log.Constant;
import io.flowgauge.log.EventSchema;
import io.flowgauge.log.Field;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

/** The columns of a table of events, by name. */
final class CsvColumns {
  static final String TIME = "time";
  static final String EVENT = "event";
  static final String HOST = "host";
  static final String PROGRAM = "program";
  static final String PROCESS = "pid";
  static final String THREAD = "thread";

  private static final List<String> FIRST = List.of(TIME, EVENT, HOST, PROGRAM, PROCESS, THREAD);

  private CsvColumns() {}

  /** Returns the columns of a table with events of the given types. */
  static Set<String> of(Collection<EventSchema> schemas) {
    Set<String> columns = new LinkedHashSet<>(FIRST);
    for (EventSchema schema : schemas) {
      Stream<String> fields = schema.fields().stream().map(Field::name);
      Stream<String> constants = schema.constants().stream().map(Constant::name);
      Stream.concat(fields, constants).map(name -> column(name, schema)).forEach(columns::add);
    }
    return columns;
  }

  /** Returns the column for the values of a name, in events of a type. */
  static String column(String name, EventSchema schema) {
    return name.equals(TIME) || name.equals(EVENT) ? FreeName.of(name, schema) : name;
  }
}
