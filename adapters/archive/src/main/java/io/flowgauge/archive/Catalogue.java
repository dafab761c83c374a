package io.flowgauge.archive;

import io.flowgauge.archive.EventColumn.Kind;
import io.flowgauge.archive.layout.SqlNames;
import io.flowgauge.archive.layout.TableLayout;
import io.flowgauge.database.Sql;
import io.flowgauge.log.EventSchema;
import io.flowgauge.log.FieldType;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** The archive's record of which table holds which event type. Not thread-safe. */
final class Catalogue {
  private final Connection connection;
  private final Dialect dialect;

  Catalogue(Connection connection, Dialect dialect) {
    this.connection = connection;
    this.dialect = dialect;
  }

  /**
   * Returns the table of a type, and creates it if it is missing. Call this within a transaction
   * that keeps other feeders out.
   */
  EventTable table(EventSchema schema) throws SQLException {
    String signature = TableLayout.signature(schema);
    Optional<EventTable> known =
        tables("where t.signature = ?", signature).values().stream().findFirst();
    return known.isPresent() ? known.get() : create(schema, signature);
  }

  /** All tables, in the order of their creation. */
  List<EventTable> tables() throws SQLException {
    return List.copyOf(tables("", null).values());
  }

  private Map<Integer, EventTable> tables(String where, String signature) throws SQLException {
    String sql =
        "select t.type_id, event_name, table_name, view_name, column_name, name, type, kind"
            + " from flowgauge_type t left join flowgauge_column c on c.type_id = t.type_id "
            + where
            + " order by t.type_id, position";
    Map<Integer, EventTable> tables = new LinkedHashMap<>();
    try (PreparedStatement query = connection.prepareStatement(sql)) {
      if (signature != null) {
        query.setString(1, signature);
      }
      try (ResultSet row = query.executeQuery()) {
        while (row.next()) {
          tables.merge(row.getInt(1), table(row), Catalogue::join);
        }
      }
    }
    return tables;
  }

  private static EventTable table(ResultSet row) throws SQLException {
    List<EventColumn> columns = row.getString(5) == null ? List.of() : List.of(column(row));
    return new EventTable(row.getString(2), row.getString(3), row.getString(4), columns);
  }

  private static EventColumn column(ResultSet row) throws SQLException {
    return new EventColumn(
        row.getString(5),
        row.getString(6),
        FieldType.valueOf(upper(row.getString(7))),
        Kind.valueOf(upper(row.getString(8))));
  }

  private static String upper(String word) {
    return word.toUpperCase(Locale.ROOT);
  }

  private static EventTable join(EventTable a, EventTable b) {
    List<EventColumn> both = new ArrayList<>(a.columns());
    both.addAll(b.columns());
    return new EventTable(a.event(), a.table(), a.view(), both);
  }

  private EventTable create(EventSchema schema, String signature) throws SQLException {
    SqlNames names = new SqlNames(relations());
    String name = names.take(schema.name(), "");
    EventTable table =
        new EventTable(
            schema.name(), name, names.take(schema.name(), "_view"), TableLayout.columns(schema));
    TableStatements statements = new TableStatements(dialect, table);
    Sql.execute(connection, statements.createTable());
    Sql.execute(connection, statements.createView());
    Map<Integer, EventTable> others = tables("", null);
    int id = Sql.nextId(connection, "flowgauge_type", "type_id");
    note(id, signature, table);
    createBrackets(id, table, others, names);
    return table;
  }

  /** Returns the names already used by tables and views of any kind. */
  private Set<String> relations() throws SQLException {
    Set<String> names = new HashSet<>();
    try (ResultSet found =
        connection
            .getMetaData()
            .getTables(connection.getCatalog(), connection.getSchema(), null, null)) {
      while (found.next()) {
        names.add(found.getString("TABLE_NAME").toLowerCase(Locale.ROOT));
      }
    }
    return names;
  }

  private void note(int id, String signature, EventTable table) throws SQLException {
    String sql =
        "insert into flowgauge_type (type_id, signature, event_name, table_name, view_name,"
            + " lifeline_column) values (?, ?, ?, ?, ?, ?)";
    try (PreparedStatement insert = connection.prepareStatement(sql)) {
      insert.setInt(1, id);
      insert.setString(2, signature);
      insert.setString(3, table.event());
      insert.setString(4, table.table());
      insert.setString(5, table.view());
      insert.setString(6, table.lifeline().map(EventColumn::column).orElse(null));
      insert.executeUpdate();
    }
    noteColumns(id, table.columns());
  }

  private void noteColumns(int id, List<EventColumn> columns) throws SQLException {
    String sql =
        "insert into flowgauge_column (type_id, position, column_name, name, type, kind)"
            + " values (?, ?, ?, ?, ?, ?)";
    try (PreparedStatement insert = connection.prepareStatement(sql)) {
      for (int k = 0; k < columns.size(); k++) {
        EventColumn column = columns.get(k);
        insert.setInt(1, id);
        insert.setInt(2, k);
        insert.setString(3, column.column());
        insert.setString(4, column.name());
        insert.setString(5, column.type().label());
        insert.setString(6, column.kind().name().toLowerCase(Locale.ROOT));
        insert.addBatch();
      }
      insert.executeBatch();
    }
  }

  private void createBrackets(
      int id, EventTable table, Map<Integer, EventTable> others, SqlNames names)
      throws SQLException {
    for (Map.Entry<Integer, EventTable> other : others.entrySet()) {
      if (Bracket.joins(table, other.getValue())) {
        createBracket(id, other.getKey(), new Bracket(table, other.getValue()), names);
      } else if (Bracket.joins(other.getValue(), table)) {
        createBracket(other.getKey(), id, new Bracket(other.getValue(), table), names);
      }
    }
  }

  private void createBracket(int start, int end, Bracket bracket, SqlNames names)
      throws SQLException {
    String view = names.take(bracket.name(), "_bracket");
    Sql.execute(connection, bracket.createView(view));
    String sql =
        "insert into flowgauge_bracket (start_type_id, end_type_id, view_name) values (?, ?, ?)";
    try (PreparedStatement insert = connection.prepareStatement(sql)) {
      insert.setInt(1, start);
      insert.setInt(2, end);
      insert.setString(3, view);
      insert.executeUpdate();
    }
  }
}
