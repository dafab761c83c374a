package io.flowgauge.store;

import io.flowgauge.comparison.Quantity;
import io.flowgauge.database.Sql;
import java.sql.SQLException;
import java.util.HashMap;
import java.util.Map;
import java.util.OptionalLong;

/** The tables of quantities and their values in runs. */
final class ValueTables {
  private static final String INSERT =
      "insert into flowgauge_value (run_id, quantity_id, value) values (?, ?, ?)";

  private final Statements statements;

  ValueTables(Statements statements) {
    this.statements = statements;
  }

  /** All quantities that any run has, by their number. */
  Map<Long, Quantity> quantities() throws SQLException {
    return quantities("flowgauge_quantity");
  }

  /** The quantities in a table that has at least the columns of {@code flowgauge_quantity}. */
  Map<Long, Quantity> quantities(String table) throws SQLException {
    Map<Long, Quantity> quantities = new HashMap<>();
    statements.forEach(
        "select quantity_id, kind, subject, name, unit from " + table,
        row ->
            quantities.put(
                row.getLong(1),
                new Quantity(
                    Quantity.Kind.valueOf(row.getString(2)),
                    row.getString(3),
                    row.getString(4),
                    Quantity.Unit.valueOf(row.getString(5)))));
    return quantities;
  }

  /** The number of a quantity, if any run has it. */
  OptionalLong id(Quantity quantity) throws SQLException {
    return statements
        .rows(
            "select quantity_id from flowgauge_quantity"
                + " where kind = ? and subject = ? and name = ? and unit = ?",
            row -> row.getLong(1),
            quantity.kind().name(),
            quantity.subject(),
            quantity.name(),
            quantity.unit().name())
        .stream()
        .mapToLong(id -> id)
        .findFirst();
  }

  void insert(long run, Map<Quantity, Double> values) throws SQLException {
    Map<Quantity, Long> ids = new HashMap<>();
    quantities().forEach((id, quantity) -> ids.put(quantity, id));
    Map<Long, Double> rows = new HashMap<>();
    for (Map.Entry<Quantity, Double> value : values.entrySet()) {
      Quantity quantity = storable(value.getKey());
      Long id = ids.get(quantity);
      rows.put(id == null ? insert(quantity) : id, value.getValue());
    }
    statements.runAll(
        INSERT, rows.entrySet().stream().map(e -> new Object[] {run, e.getKey(), e.getValue()}));
  }

  /** The quantity as the database returns it, so that it is found again. */
  private static Quantity storable(Quantity quantity) {
    return new Quantity(
        quantity.kind(), Sql.storable(quantity.subject()), quantity.name(), quantity.unit());
  }

  /** Deletes the values of subgraphs, which have changed. */
  void deleteSubgraphs(long run) throws SQLException {
    statements.run(
        "delete from flowgauge_value where run_id = ? and quantity_id in"
            + " (select quantity_id from flowgauge_quantity where kind = ?)",
        run,
        Quantity.Kind.SUBGRAPH.name());
  }

  private long insert(Quantity quantity) throws SQLException {
    return statements.insert(
        "insert into flowgauge_quantity (kind, subject, name, unit) values (?, ?, ?, ?)",
        "quantity_id",
        quantity.kind().name(),
        quantity.subject(),
        quantity.name(),
        quantity.unit().name());
  }
}
