package io.flowgauge.cli.run;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.flowgauge.cli.Main;
import io.flowgauge.cli.Outcome;
import io.flowgauge.cli.Session;
import io.flowgauge.testsupport.Checkout;
import java.io.ByteArrayOutputStream;
import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The repository commands on a lake, and tables written as Parquet files. */
class LakeTest {
  private static final String SITES = "samples/montage-sites/resources-";

  @TempDir private Path folder;
  private String database;
  private String lake;

  @BeforeEach
  void place() {
    database = folder.resolve("experiments.db").toString();
    lake = "lake:" + folder.resolve("lake");
  }

  private static String sample(String path) {
    return Checkout.root().resolve(path).toString();
  }

  private static void store(String repository) {
    for (int n : new int[] {1, 2, 5}) {
      String[] command = {
        "store",
        sample(SITES + n),
        "--to",
        repository,
        "--workflow",
        "montage",
        "--version",
        "v" + n
      };
      Outcome stored = Outcome.of(command);
      assertThat(stored.err()).isEmpty();
      assertThat(stored.out()).contains("of montage, version v" + n + ", in " + repository);
    }
  }

  private static Outcome done(String... command) {
    Outcome outcome = Outcome.of(command);
    assertThat(outcome.err()).isEmpty();
    assertThat(outcome.status()).isZero();
    return outcome;
  }

  @Test
  void commands_onLake_answerAsOnDatabase() {
    store(database);
    store(lake);

    String[] compare = {"compare", "--workflow", "montage", "--repository"};
    assertThat(on(compare, lake)).isEqualTo(on(compare, database));
    String[] report = {"report", sample("samples/montage"), "--history"};
    assertThat(on(report, lake + "#montage")).isEqualTo(on(report, database + "#montage"));
    String[] list = {"list", "--quantity", "type/mProject/mean", "--format", "json", "--from"};
    assertThat(on(list, lake)).contains("\"value\" : 1");
  }

  private static String on(String[] command, String repository) {
    String[] whole = Arrays.copyOf(command, command.length + 1);
    whole[command.length] = repository;
    return done(whole).out();
  }

  /**
   * The lake fails when it is closed, as on a full disk; the note after the run is reported before
   * that.
   */
  @Test
  void store_lakeFailsInTheEnd_isNotSaidToHaveStored() throws IOException {
    OutputStream errors =
        new ByteArrayOutputStream() {
          @Override
          public synchronized void write(byte[] bytes, int offset, int length) {
            super.write(bytes, offset, length);
            breakLake();
          }
        };
    var out = new ByteArrayOutputStream();
    Session session = new Session(InputStream.nullInputStream(), out, errors, UTF_8);
    String note = Files.writeString(folder.resolve("note.txt"), "About this run.\n").toString();
    String[] command = {"store", sample("samples/dft/A.json"), note, "--to", lake};

    assertThat(Main.run(command, session)).isEqualTo(Main.FAILED);
    assertThat(errors.toString()).contains("1 run was not written to lake ").hasLineCount(2);
    assertThat(out.toString(UTF_8)).isEmpty();
  }

  private void breakLake() {
    try (Stream<Path> files = Files.walk(folder.resolve("lake"))) {
      files.map(Path::toFile).filter(File::isFile).forEach(File::delete);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Test
  void export_runsOfDatabase_areInLake() {
    store(database);
    String target = folder.resolve("lake").toString();
    assertThat(done("export", "--parquet", target, "--from", database, "--version", "v2").out())
        .isEqualTo("1 run copied to " + target + "\n");
    assertThat(done("export", "--parquet", target, "--from", database).out()).contains("3 runs");

    String query = "select version, activities, finished from runs order by version";
    assertThat(done("sql", query, "--from", lake).out())
        .isEqualTo(
            """
              version  activities  finished
              v1                7  true
              v2               11  true
              v5               23  true

              3 rows
            """);
  }

  @Test
  void export_intoAFile_saysWhatIsExpected() throws IOException {
    store(database);
    String file = Files.writeString(folder.resolve("a.txt"), "notes").toString();

    assertThat(Outcome.of("export", "--parquet", file, "--from", database))
        .isEqualTo(
            new Outcome(
                1, "", "flowgauge: " + file + ": found a file, expected a folder or a new name\n"));
  }

  @Test
  void export_versionsWithSubgraphs_areComparedAsInDatabase() {
    for (int n : new int[] {1, 2, 5}) {
      String types = n == 2 ? "image=mProject" : "image=tRawImage,mImgtbl1,mProject";
      String[] label = {"--workflow", "montage", "--version", "v" + n, "--subgraph", types};
      List<String> command = new ArrayList<>(List.of("store", sample(SITES + n), "--to", database));
      command.addAll(List.of(label));
      command.addAll(n == 1 ? List.of() : List.of("--refines", "v1"));
      done(command.toArray(String[]::new));
    }
    String target = folder.resolve("lake").toString();
    done("export", "--parquet", target, "--from", database);
    done("export", "--parquet", target + "2", "--from", lake);

    String[] compare = {"compare", "--workflow", "montage", "--format", "json", "--repository"};
    assertThat(on(compare, lake)).contains("\"subgraph\" : \"image\"");
    for (String copy : List.of(lake, lake + "2")) {
      assertThat(on(compare, copy)).isEqualTo(on(compare, database));
      assertThat(
              done("sql", "select count(*) as n, min(refines) from refinements", "--from", copy)
                  .out())
          .contains("2  v1");
    }
  }

  @Test
  void sql_anyRepository_isAskedAndLeftAlone() {
    store(database);
    String query = "select count(*) as n, null as unknown, 'x' as text, 2.5 as half";
    String rows =
        """
        {
          "rows" : [ {
            "n" : 3,
            "unknown" : null,
            "text" : "x",
            "half" : 2.5
          } ]
        }
        """;
    assertThat(
            done("sql", query + " from flowgauge_run", "--from", database, "--format", "json")
                .out())
        .isEqualTo(rows);
    done("export", "--parquet", folder.resolve("lake").toString(), "--from", database);
    assertThat(done("sql", query + " from runs", "--from", lake, "--format", "json").out())
        .isEqualTo(rows);

    query = "select cast('ab' as blob) as bytes, 1 as n, 2 as n";
    for (String place : List.of(database, lake)) {
      assertThat(done("sql", query, "--from", place, "--format", "json").out())
          .contains("\"bytes\" : \"YWI=\"", "\"n\" : 1", "\"n_1\" : 2");
      assertThat(done("sql", query, "--from", place).out()).contains("  2 bytes  1    2\n");
    }

    Outcome.of("sql", "delete from flowgauge_tag returning run_id", "--from", database);
    Outcome.of("sql", "delete from flowgauge_value returning run_id", "--from", database);
    assertThat(done("sql", "select count(*) from flowgauge_value", "--from", database).out())
        .doesNotContain(" 0\n");
  }

  @Test
  void sql_tableThatIsNotThere_isNotSaidToHaveBeenChanged() {
    store(database);
    Outcome wrong = Outcome.of("sql", "select * from nowhere", "--from", database);

    assertThat(wrong.status()).isEqualTo(1);
    assertThat(wrong.err()).contains("it has no such table or column").contains("nowhere");
  }

  @Test
  void sql_whatCannotBeAsked_saysWhy() {
    store(lake);
    Outcome wrong = Outcome.of("sql", "select * from nothing", "--from", lake);
    assertThat(wrong.status()).isEqualTo(1);
    assertThat(wrong.err()).contains("Table with name nothing does not exist").hasLineCount(1);
    Outcome none = Outcome.of("sql", "select 1", "--from", lake + "2");
    assertThat(none.status()).isEqualTo(1);
    assertThat(none.err()).contains(lake + "2: found nothing by that name");
    assertThat(Outcome.of("report", sample("samples/dft/A.json"), "--history", lake + "2").err())
        .contains("found nothing by that name");
    assertThat(folder.resolve("lake2")).doesNotExist();
  }

  @Test
  void sql_statementThatIsNoQuery_writesNothing() {
    store(lake);
    Path file = folder.resolve("copied.csv");
    Outcome copied = Outcome.of("sql", "copy (select 1) to '" + file + "'", "--from", lake);
    Outcome dropped = Outcome.of("sql", "drop table runs", "--from", lake);

    assertThat(copied.err()).contains("sql must be a query, which changes nothing, but begins");
    assertThat(file).doesNotExist();
    assertThat(dropped.err()).contains("sql must be a query, but returns no rows");
    assertThat(List.of(copied, dropped)).extracting(Outcome::status).containsOnly(2);
  }

  @Test
  void sql_notOneStatement_isWrongUsage() {
    store(database);
    Outcome two = Outcome.of("sql", "select 1; select 2", "--from", database);
    assertThat(two.status()).isEqualTo(2);
    assertThat(two.out()).isEmpty();
    assertThat(two.err()).contains("sql must be one statement, but another follows: select 2");
    Outcome none = Outcome.of("sql", "", "--from", database);
    assertThat(none.status()).isEqualTo(2);
    assertThat(none.err()).contains("sql must be one statement, but is empty");
  }

  @Test
  void report_asParquet_isTheTableOfActivities() throws Exception {
    String file = folder.resolve("activities.parquet").toString();
    String csv = folder.resolve("activities.csv").toString();
    String run = sample("samples/montage");
    done("report", run, "--format", "parquet", "-o", file);
    done("report", run, "--format", "csv", "-o", csv);

    assertThat(rows(activities("read_parquet('" + file + "')")))
        .hasSize(80)
        .isEqualTo(rows(activities("read_csv('" + csv + "', all_varchar = true)")));
  }

  /** Returns a query with durations to the nanosecond, as in the text. */
  private static String activities(String table) {
    String numbers =
        Stream.of("ideal", "polling", "external-load")
            .map(name -> "round(\"" + name + "\"::double, 9)")
            .collect(Collectors.joining(", "));
    return "select id, type, attempts::int, state, submitted::double, active::double,"
        + " ended::double, "
        + numbers
        + " from "
        + table;
  }

  @Test
  void report_asParquetOfSeveralRuns_namesThem() throws Exception {
    String file = folder.resolve("activities.parquet").toString();
    done("report", sample(SITES + 1), sample(SITES + 2), "--format", "parquet", "-o", file);
    assertThat(rows("select run, count(*) from '" + file + "' group by run order by run"))
        .containsExactly("resources-1|7", "resources-2|11");
  }

  @Test
  void report_asParquetWithoutFile_isWrongUsage() {
    Outcome outcome = Outcome.of("report", sample("samples/montage"), "--format", "parquet");
    assertThat(outcome.status()).isEqualTo(2);
    assertThat(outcome.err()).contains("-o FILE");
    assertThat(outcome.out()).isEmpty();
  }

  @Test
  void report_asParquetWhereItCannotBe_leavesNothing() throws Exception {
    Path file = folder.resolve("none/activities.parquet");
    Outcome outcome =
        Outcome.of(
            "report", sample("samples/montage"), "--format", "parquet", "-o", file.toString());
    assertThat(outcome.status()).isEqualTo(1);
    try (Stream<Path> left = Files.list(folder)) {
      assertThat(left).isEmpty();
    }
  }

  private static List<String> rows(String sql) throws Exception {
    List<String> rows = new ArrayList<>();
    try (Connection duck = DriverManager.getConnection("jdbc:duckdb:");
        Statement statement = duck.createStatement();
        ResultSet row = statement.executeQuery(sql)) {
      while (row.next()) {
        List<String> cells = new ArrayList<>();
        for (int k = 1; k <= row.getMetaData().getColumnCount(); k++) {
          cells.add(String.valueOf(row.getObject(k)));
        }
        rows.add(String.join("|", cells));
      }
    }
    return rows;
  }
}
