package io.flowgauge.traces.nextflow;

import io.flowgauge.traces.inputs.Arguments;
import io.flowgauge.traces.table.SortedPairs;
import io.flowgauge.traces.table.TableColumns;
import io.flowgauge.traces.table.TableRow;
import io.flowgauge.traces.table.TextPool;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.UnaryOperator;

/** Turns the rows of one table into attributes. Not thread-safe. */
final class RowAttributes {
  /** Columns with long values that recur in many rows. */
  private static final List<String> REPEATED = List.of("container", "module", "cpu_model");

  private record Column(int index, String name, UnaryOperator<String> converter) {}

  private final TextPool pool = new TextPool();
  private final Arguments arguments = new Arguments();
  private TableColumns table;
  private List<Column> columns = List.of();
  private int scriptColumn = -1;

  /**
   * Returns the attributes of a row, sorted by name; a value that cannot be parsed in its unit is
   * kept unchanged.
   */
  Map<String, String> of(TableRow row) {
    if (row.columns() != table) {
      table = row.columns();
      columns = columns(table);
      scriptColumn = table.indexOf(TraceColumns.SCRIPT);
    }
    SortedPairs attributes = new SortedPairs(columns.size());
    for (Column column : columns) {
      String text = row.text(column.index);
      if (!text.isEmpty() && !TraceColumns.isNoExit(column.name, text)) {
        attributes.add(column.name, column.converter.apply(text));
      }
    }
    return attributes;
  }

  /** Returns the attributes of a row, and the arguments in its script. */
  Map<String, String> withScript(TableRow row) {
    Map<String, String> attributes = of(row);
    String script = row.text(scriptColumn);
    if (script.isEmpty()) {
      return attributes;
    }
    Map<String, String> all = new TreeMap<>(attributes);
    arguments.put(script, all);
    return all;
  }

  private List<Column> columns(TableColumns of) {
    List<Column> known = new ArrayList<>();
    for (String name : new TreeSet<>(of.names())) {
      UnaryOperator<String> converter = TraceColumns.converter(name);
      if (converter != null) {
        boolean pooled = REPEATED.contains(name);
        known.add(
            new Column(
                of.indexOf(name),
                name,
                pooled ? text -> converter.apply(pool.shared(text)) : converter));
      }
    }
    return known;
  }
}
