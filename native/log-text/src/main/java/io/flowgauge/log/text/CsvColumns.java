package io.flowgauge.log.text;

import io.flowgauge.log.Constant;
import io.flowgauge.log.EventSchema;
import io.flowgauge.log.Field;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

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

  /** The columns of tables with events of some types. */
  static Set<String> of(Collection<EventSchema> schemas) {
    Set<String> columns = new LinkedHashSet<>(FIRST);
    for (EventSchema schema : schemas) {
      schema.fields().stream().map(Field::name).map(CsvColumns::column).forEach(columns::add);
      schema.constants().stream().map(Constant::name).map(CsvColumns::column).forEach(columns::add);
    }
    return columns;
  }

  /** The column of the values of a name. */
  static String column(String name) {
    return name.equals(TIME) || name.equals(EVENT) ? "_" + name : name;
  }
}
