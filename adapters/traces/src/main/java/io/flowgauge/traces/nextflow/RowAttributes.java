package io.flowgauge.traces.nextflow;

import io.flowgauge.internal.AttributePacker;
import io.flowgauge.traces.inputs.Arguments;
import io.flowgauge.traces.table.DecimalDigits;
import io.flowgauge.traces.table.TableColumns;
import io.flowgauge.traces.table.TableRow;
import io.flowgauge.traces.table.TextPool;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.UnaryOperator;

/** Turns the rows of one table into attributes. Not thread-safe. */
final class RowAttributes {
  /** Columns with long values that recur in many rows. */
  private static final List<String> REPEATED = List.of("container", "module", "cpu_model");

  private record Column(
      int index, boolean isTaken, boolean isQuantity, UnaryOperator<String> converter) {

    /** Whether the attribute is the value as it is. */
    boolean isTaken(TableRow row) {
      return isTaken || (isQuantity && row.digits(index, DecimalDigits.MAX) >= 0);
    }
  }

  private final TextPool pool = new TextPool();
  private final Arguments arguments = new Arguments();
  private TableColumns table;
  private Column[] columns = {};
  private AttributePacker packer = new AttributePacker(List.of());
  private int scriptColumn = -1;

  /**
   * Returns the attributes of a row, sorted by name; a value that cannot be parsed in its unit is
   * kept unchanged.
   */
  Map<String, String> of(TableRow row) {
    if (row.columns() != table) {
      table = row.columns();
      List<String> names =
          new TreeSet<>(table.names())
              .stream().filter(name -> TraceColumns.converter(name) != null).toList();
      columns = names.stream().map(this::column).toArray(Column[]::new);
      packer = new AttributePacker(names);
      scriptColumn = table.indexOf(TraceColumns.SCRIPT);
    }
    for (int k = 0; k < columns.length; k++) {
      Column column = columns[k];
      if (!column.isTaken(row) || !row.pack(column.index, packer, k)) {
        String text = row.text(column.index);
        String value = text.isEmpty() ? "" : column.converter.apply(text);
        if (!value.isEmpty()) {
          packer.put(k, value);
        }
      }
    }
    return packer.take();
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

  private Column column(String name) {
    UnaryOperator<String> converter = TraceColumns.converter(name);
    boolean isPooled = REPEATED.contains(name);
    return new Column(
        table.indexOf(name),
        TraceColumns.isTaken(name),
        TraceColumns.isQuantity(name),
        isPooled ? text -> converter.apply(pool.shared(text)) : converter);
  }
}
