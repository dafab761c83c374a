package io.flowgauge.cli.run;

import com.fasterxml.jackson.core.JsonGenerator;
import io.flowgauge.cli.Json;
import io.flowgauge.cli.Main;
import io.flowgauge.cli.Session;
import io.flowgauge.cli.TextOrJson;
import io.flowgauge.cli.WrongUsageException;
import io.flowgauge.report.layout.Human;
import io.flowgauge.report.layout.Page;
import io.flowgauge.report.layout.Table;
import io.flowgauge.store.ExperimentRepository;
import java.io.IOException;
import java.sql.Blob;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

@Command(
    name = "sql",
    description = {
      "Queries an experiment repository in SQL.",
      "",
      "A lake has the tables runs, tags, processors, activities, quantities, subgraphs,"
          + " refinements, profiles and documents (docs/lake.md) and DuckDB's SQL; a database has"
          + " tables whose names begin with flowgauge_, and its own SQL. Queries cannot change"
          + " anything.",
      ""
    },
    footer = {
      "",
      "Examples:",
      "  flowgauge sql 'select type, avg(processing_seconds) from activities group by type' \\",
      "      --from lake:lake/",
      "  flowgauge sql 'select workflow, month, count(*) from runs group by all' \\",
      "      --from lake:lake/",
      "  flowgauge sql 'select run, quantity, value from flowgauge_run_value' --format json"
    })
public final class SqlCommand implements Callable<Integer> {
  private final Session session;

  @Parameters(paramLabel = "SQL", description = "One query, in quotes.")
  private String sql = "";

  @Mixin private RepositoryOption repository;

  @Mixin private TextOrJson format;

  public SqlCommand(Session session) {
    this.session = session;
  }

  @Override
  public Integer call() throws IOException {
    boolean isJson = format.isJson("sql");
    try (ExperimentRepository open = repository.open(session)) {
      Rows rows = session.during("asking " + repository.shown(), () -> rows(open));
      if (isJson) {
        Json.pretty(session.text(), rows::write);
      } else {
        rows.write(new Page(session.text()));
      }
    }
    session.text().flush();
    return Main.DONE;
  }

  private Rows rows(ExperimentRepository open) throws IOException {
    try {
      return open.query(sql, Rows::read);
    } catch (IllegalArgumentException e) {
      throw new WrongUsageException(e.getMessage());
    }
  }

  /** All rows of an answer. */
  private record Rows(List<String> names, List<Object[]> cells) {
    /** Values that JSON cannot express as numbers. */
    private static final Set<String> NO_NUMBERS = Set.of("NaN", "Infinity", "-Infinity");

    static Rows read(ResultSet rows) throws SQLException {
      int width = rows.getMetaData().getColumnCount();
      List<String> names = new ArrayList<>();
      for (int k = 1; k <= width; k++) {
        names.add(uniqueName(rows.getMetaData().getColumnLabel(k), names));
      }
      List<Object[]> cells = new ArrayList<>();
      while (rows.next()) {
        Object[] row = new Object[width];
        for (int k = 0; k < width; k++) {
          row[k] = cell(rows.getObject(k + 1));
        }
        cells.add(row);
      }
      return new Rows(names, cells);
    }

    /** Returns a name, with a number if another column has the same name. */
    private static String uniqueName(String name, List<String> taken) {
      String unused = name;
      for (int k = 1; taken.contains(unused); k++) {
        unused = name + "_" + k;
      }
      return unused;
    }

    private static Object cell(Object value) throws SQLException {
      if (value instanceof OffsetDateTime time) {
        return time.toInstant();
      }
      return value instanceof Blob blob ? blob.getBytes(1, (int) blob.length()) : value;
    }

    void write(Page page) throws IOException {
      StringBuilder alignment = new StringBuilder();
      for (int k = 0; k < names.size(); k++) {
        int column = k;
        alignment.append(cells.stream().anyMatch(row -> row[column] instanceof Number) ? '>' : '~');
      }
      Table table = new Table(alignment.toString());
      table.row(names.toArray(String[]::new));
      for (Object[] row : cells) {
        table.row(Arrays.stream(row).map(Rows::text).toArray(String[]::new));
      }
      table.write(page);
      page.line("");
      page.line("  " + Human.count(cells.size(), "row", "rows"));
    }

    private static String text(Object cell) {
      if (cell instanceof byte[] bytes) {
        return Human.count(bytes.length, "byte", "bytes");
      }
      return cell == null ? Human.ABSENT : cell.toString();
    }

    void write(JsonGenerator json) throws IOException {
      json.writeArrayFieldStart("rows");
      for (Object[] row : cells) {
        json.writeStartObject();
        for (int k = 0; k < row.length; k++) {
          json.writeFieldName(names.get(k));
          write(json, row[k]);
        }
        json.writeEndObject();
      }
      json.writeEndArray();
    }

    private static void write(JsonGenerator json, Object cell) throws IOException {
      if (cell instanceof Number && !NO_NUMBERS.contains(cell.toString())) {
        json.writeNumber(cell.toString());
      } else if (cell instanceof Boolean truth) {
        json.writeBoolean(truth);
      } else if (cell == null) {
        json.writeNull();
      } else if (cell instanceof byte[] bytes) {
        json.writeBinary(bytes);
      } else {
        json.writeString(cell.toString());
      }
    }
  }
}
