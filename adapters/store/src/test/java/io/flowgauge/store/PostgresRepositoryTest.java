package io.flowgauge.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.flowgauge.run.WorkflowRun;
import io.flowgauge.testsupport.PostgresServer;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Random;
import org.junit.jupiter.api.Test;

class PostgresRepositoryTest extends RepositoryContract {
  private static final String RUNS = "select count(*) from flowgauge_run";
  private static final String LOST = "lost";

  @Override
  Database database(Path folder) {
    return Database.postgres();
  }

  /** As when the server is restarted. */
  @Test
  void store_connectionLost_goesOnWithANewOne() throws IOException {
    Database database = Database.postgres(LOST);
    try (ExperimentRepository repository = database.open()) {
      for (int k = 0; k < 3; k++) {
        WorkflowRun run = Runs.forkJoin("run", 2, new Random(k));
        repository.storeOnce(run, RunLabel.of("w"), "run", "r" + k);
        repository.storeOnce(run, RunLabel.of("w"), "run", "r" + k);
        disconnect(database);
      }
      assertThat(repository.runs(RunFilter.all())).hasSize(3);
      disconnect(database);
      assertThat(repository.<Boolean>query(RUNS, rows -> rows.next())).isTrue();
    }
  }

  private static void disconnect(Database database) {
    String end =
        "select count(pg_terminate_backend(pid, 10000)) from pg_stat_activity"
            + " where pid <> pg_backend_pid() and application_name = '";
    assertThat(database.number(end + LOST + "'")).isPositive();
  }

  @Test
  void store_connectionLostMeanwhile_failsAndIsStoredOnceAfterThat() throws IOException {
    Database database = Database.postgres();
    WorkflowRun run = Runs.forkJoin("run", 2, new Random(1));
    try (ExperimentRepository repository = database.open()) {
      database.execute(
          "create function lose() returns trigger language plpgsql as"
              + " 'begin perform pg_terminate_backend(pg_backend_pid()); return new; end'");
      database.execute(
          "create trigger lose before insert on flowgauge_value execute function lose()");
      assertThatThrownBy(() -> repository.storeOnce(run, RunLabel.of("w"), "run", "r"))
          .isInstanceOf(RepositoryException.class)
          .hasMessageContaining("shutting down");
      database.execute("drop trigger lose on flowgauge_value");
      assertThat(database.number(RUNS)).isZero();

      repository.storeOnce(run, RunLabel.of("w"), "run", "r");
      repository.storeOnce(run, RunLabel.of("w"), "run", "r");
      assertThat(database.number(RUNS)).isEqualTo(1);
    }
  }

  @Test
  void query_connectionLostAndReaderFails_reportsTheReader() throws IOException {
    Database database = Database.postgres(LOST);
    try (ExperimentRepository repository = database.open()) {
      assertThatThrownBy(
              () ->
                  repository.query(
                      RUNS,
                      rows -> {
                        disconnect(database);
                        throw new IOException("no room");
                      }))
          .isInstanceOf(IOException.class)
          .hasMessage("no room");
      assertThat(repository.runs(RunFilter.all())).isEmpty();
    }
  }

  @Test
  void runs_closed_opensNothing() throws IOException {
    ExperimentRepository repository = Database.postgres().open();
    repository.close();

    assertThatThrownBy(() -> repository.runs(RunFilter.all()))
        .isInstanceOf(RepositoryException.class);
  }

  /** PostgreSQL's own message would be pages long, filled with the tag. */
  @Test
  void store_tagTooLongToBeLookedUp_saysSo() throws IOException {
    String tag =
        new Random(1)
            .ints(6_000, '!', '~')
            .collect(StringBuilder::new, StringBuilder::appendCodePoint, StringBuilder::append)
            .toString();
    try (ExperimentRepository repository = Database.postgres().open()) {
      WorkflowRun run = Runs.forkJoin("run", 2, new Random(1));
      assertThatThrownBy(() -> repository.store(run, RunLabel.of("w").tag("command", tag)))
          .isInstanceOf(RepositoryException.class)
          .hasMessageContaining(": a name, type or tag is longer than the 2,700 bytes that ")
          .hasMessageContaining("index row size")
          .hasMessageNotContaining(tag);
      assertThat(repository.runs(RunFilter.all())).isEmpty();
    }
  }

  @Test
  void connectExisting_otherSchema_leavesItAsItIs() throws IOException {
    Database schema = Database.postgres();
    String url =
        schema.arguments().get(0)
            + "&user="
            + PostgresServer.USER
            + "&password="
            + PostgresServer.PASSWORD;
    String tables = "select count(*) from pg_tables where schemaname = current_schema()";
    assertThatThrownBy(() -> ExperimentRepository.connectExisting(url))
        .isInstanceOf(RepositoryException.class)
        .hasMessageEndingWith("this database holds no repository; it was left as it is")
        .hasMessageNotContaining("password");
    assertThat(schema.number(tables)).isZero();
    schema.open().close();
    try (ExperimentRepository there = ExperimentRepository.connectExisting(url)) {
      assertThat(there.runs(RunFilter.all())).isEmpty();
    }
  }
}
