package io.flowgauge.archive;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.flowgauge.database.DatabaseAddress;
import io.flowgauge.log.EventSchema;
import io.flowgauge.testsupport.Commands;
import io.flowgauge.testsupport.PostgresServer;
import java.io.IOException;
import java.lang.reflect.Proxy;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Errors are reported in one line that says what to do, and reveals no secret. */
class ArchiveErrorsTest {
  @TempDir Path folder;

  @Test
  void open_folderThatIsNotThere_saysSo() {
    assertThatThrownBy(() -> Archive.open(folder.resolve("none/archive.db")))
        .isInstanceOf(ArchiveException.class)
        .hasMessageContaining("none/archive.db")
        .hasMessageContaining("folder");
  }

  @Test
  void open_fileThatIsNoDatabase_saysSo() throws IOException {
    Path file = Files.writeString(folder.resolve("archive.db"), "no database ".repeat(1000));
    assertThatThrownBy(() -> Archive.open(file))
        .isInstanceOf(ArchiveException.class)
        .hasMessageContaining("not an SQLite database");
  }

  @Test
  void open_pathWithQuestionMark_isRefused() {
    assertThatThrownBy(() -> Archive.open(folder.resolve("what?.db")))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("what?.db");
  }

  @Test
  void connect_otherDatabase_isRefusedWithoutSecrets() {
    assertThatThrownBy(() -> Archive.connect("jdbc:mysql://me:secret@host/db?password=secret"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("jdbc:postgresql:")
        .hasMessageContaining("jdbc:mysql://host/db")
        .hasMessageNotContaining("secret");
  }

  @Test
  void connect_serverThatIsNotThere_saysSo() {
    assertThatThrownBy(() -> Archive.connect("jdbc:postgresql://127.0.0.1:1/db", "me", "secret"))
        .isInstanceOf(ArchiveException.class)
        .hasMessageContaining("127.0.0.1:1/db")
        .hasMessageContaining("cannot be reached")
        .hasMessageNotContaining("secret");
  }

  @Test
  void connect_wrongPassword_saysSo() {
    PostgresServer server = PostgresServer.get();
    assertThatThrownBy(
            () -> Archive.connect(server.url("postgres"), PostgresServer.USER, "guessed"))
        .isInstanceOf(ArchiveException.class)
        .hasMessageContaining("password")
        .hasMessageNotContaining("guessed");
  }

  @Test
  void connect_databaseThatIsNotThere_saysSo() {
    PostgresServer server = PostgresServer.get();
    assertThatThrownBy(
            () -> Archive.connect(server.url("none"), PostgresServer.USER, PostgresServer.PASSWORD))
        .isInstanceOf(ArchiveException.class)
        .hasMessageContaining("no such database");
  }

  @Test
  void connect_userWhoMayNotMakeTables_saysSo() {
    String url = Database.postgres().arguments().get(0);
    String schema = url.replaceFirst(".*=", "");
    Database.postgres()
        .execute(
            "create role guest login password 'guest'",
            "grant usage on schema " + schema + " to guest");
    assertThatThrownBy(() -> Archive.connect(url, "guest", "guest"))
        .isInstanceOf(ArchiveException.class)
        .hasMessageContaining("must be allowed to create tables");
  }

  @Test
  void connect_databaseWithOtherEncoding_saysWhichCharactersItLacks() throws IOException {
    PostgresServer server = PostgresServer.get();
    Database database = Database.postgres();
    database.execute("create database latin encoding 'LATIN1' template template0 locale 'C'");
    Path log = folder.resolve("a.nlb");
    Logs.one(log, EventSchema.named("e").string("TEXT").build(), "\u4e2d");
    try (Archive archive =
        Archive.connect(server.url("latin"), PostgresServer.USER, PostgresServer.PASSWORD)) {
      assertThatThrownBy(() -> archive.feed(log))
          .isInstanceOf(ArchiveException.class)
          .hasMessageContaining("encoding UTF8");
    }
  }

  @Test
  void feed_serverStopped_failsAndGoesOnWithTheNext() throws Exception {
    Database database = Database.postgres();
    Path log = folder.resolve("a.nlb");
    Logs.write(log, 100);
    try (Archive archive = database.open();
        Feeder feeder = archive.follow(log)) {
      database.execute(
          "select pg_terminate_backend(pid) from pg_stat_activity"
              + " where pid <> pg_backend_pid() and usename = '"
              + PostgresServer.USER
              + "'");
      assertThatThrownBy(feeder::feed)
          .isInstanceOf(ArchiveException.class)
          .hasMessageContaining("server");
      assertThatThrownBy(feeder::feed).isInstanceOf(IllegalStateException.class);
    }
    try (Archive archive = database.open()) {
      assertThat(archive.feed(log).fed()).isEqualTo(200);
    }
    Oracle.assertHolds(database, log);
  }

  @Test
  void feed_diskFull_saysSoAndGoesOnWhenThereIsRoom() throws Exception {
    Path log = folder.resolve("a.nlb");
    Logs.write(log, 30_000);
    Path disk = Files.createDirectory(folder.resolve("disk"));
    assumeTrue(
        Commands.succeeds("mount", "-t", "tmpfs", "-o", "size=2m", "tmpfs", disk.toString()),
        "skipped: no small disk can be mounted here");
    try {
      Database database = Database.sqlite(disk.resolve("archive.db"));
      try (Archive archive = database.open()) {
        assertThatThrownBy(() -> archive.feed(log))
            .isInstanceOf(ArchiveException.class)
            .hasMessageContaining("disk is full");
        assertThat(Commands.succeeds("mount", "-o", "remount,size=64m", disk.toString())).isTrue();
        archive.feed(log);
      }
      Oracle.assertHolds(database, log);
    } finally {
      Commands.succeeds("umount", "-l", disk.toString());
    }
  }

  @Test
  void feed_logThatIsNotThere_saysSo() throws IOException {
    try (Archive archive = Archive.open(folder.resolve("archive.db"))) {
      assertThatThrownBy(() -> archive.feed(folder.resolve("none.nlb")))
          .isInstanceOf(IOException.class)
          .hasMessageContaining("none.nlb");
      assertThatThrownBy(archive::feed).isInstanceOf(IllegalArgumentException.class);
    }
  }

  /** The failed transaction must not keep others out while its connection is still open. */
  @Test
  void feed_errorInTheMiddle_letsOthersFeed() throws Exception {
    Path log = folder.resolve("a.nlb");
    Logs.write(log, 10);
    Path file = folder.resolve("archive.db");
    DatabaseAddress address = DatabaseAddress.file("archive", file);
    try (Archive archive = Archive.open(file);
        Connection own = address.connect();
        Feeder feeder = new Feeder(address, brokenAtTheEnd(own), log)) {
      assertThatThrownBy(feeder::feed).isInstanceOf(OutOfMemoryError.class).hasMessage("of a test");
      assertThat(own.getAutoCommit()).isTrue();
      assertThat(archive.feed(log)).isEqualTo(new FeedSummary(20, 0, 0));
    }
  }

  /** Wraps a connection so that it fails once the rows of a transaction have been inserted. */
  private static Connection brokenAtTheEnd(Connection connection) {
    return (Connection)
        Proxy.newProxyInstance(
            Connection.class.getClassLoader(),
            new Class<?>[] {Connection.class},
            (proxy, method, arguments) -> {
              if (method.getName().equals("prepareStatement")
                  && arguments[0].toString().startsWith("insert into flowgauge_fed")) {
                throw new OutOfMemoryError("of a test");
              }
              return method.invoke(connection, arguments);
            });
  }
}
