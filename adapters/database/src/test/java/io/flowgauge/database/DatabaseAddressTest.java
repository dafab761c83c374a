package io.flowgauge.database;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.flowgauge.testsupport.PostgresServer;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DatabaseAddressTest {

  @Test
  void toString_urlWithSecrets_isWithoutThem() {
    String url = "jdbc:postgresql://host/db?password=secret&user=me@secret";

    assertThat(DatabaseAddress.url("archive", url))
        .hasToString("archive jdbc:postgresql://host/db");
    assertThat(DatabaseAddress.file("archive", Path.of("/a/b.db"))).hasToString("archive /a/b.db");
  }

  @Test
  void forReading_rootFolder_isTheSameAddress() {
    DatabaseAddress root = DatabaseAddress.file("archive", Path.of("/"));

    assertThat(root.forReading()).isSameAs(root);
  }

  @Test
  void url_ofAnotherProduct_isRefusedWithoutSecrets() {
    assertThatThrownBy(() -> DatabaseAddress.url("archive", "jdbc:mysql://me:secret@host/db"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("jdbc:mysql://host/db")
        .hasMessageNotContaining("secret");
  }

  @Test
  void url_ofServer_keepsConnectionsAliveUnlessItSaysOtherwise() {
    String url = "jdbc:postgresql://host/db";

    assertThat(DatabaseAddress.url("archive", url).url()).isEqualTo(url + "?tcpKeepAlive=true");
    assertThat(DatabaseAddress.url("archive", url + "?ssl=true").url())
        .isEqualTo(url + "?ssl=true&tcpKeepAlive=true");
    assertThat(DatabaseAddress.url("archive", url + "?tcpKeepAlive=false").url())
        .isEqualTo(url + "?tcpKeepAlive=false");
  }

  @Test
  void message_statesOfServer_areExplained() {
    assertThat(message("53100")).contains("disk of the server");
    assertThat(message("57P01")).contains("server is shutting down");
    assertThat(message("53300")).contains("too many");
    assertThat(message("3F000")).contains("schema");
    assertThat(message("42P01")).contains("no such table or column");
    assertThat(message(null)).isEqualTo("archive jdbc:postgresql://host/db: said");
  }

  @Test
  void connect_userAndPasswordInEnvironment_areUsedUnlessTheUrlHasOthers() throws Exception {
    String url = PostgresServer.get().url("postgres");
    Map<String, String> environment =
        Map.of("PGUSER", PostgresServer.USER, "PGPASSWORD", PostgresServer.PASSWORD);

    DatabaseAddress.url("archive", url, environment).connect().close();
    DatabaseAddress named =
        DatabaseAddress.url(
            "archive",
            url + "?user=" + PostgresServer.USER + "&password=" + PostgresServer.PASSWORD,
            Map.of("PGUSER", "nobody", "PGPASSWORD", "wrong"));
    named.connect().close();
  }

  @Test
  void connect_passwordFile_isUsed(@TempDir Path folder) throws Exception {
    String url = PostgresServer.get().url("postgres") + "?user=" + PostgresServer.USER;
    Path file = folder.resolve("pgpass");
    Files.writeString(file, "127.0.0.1:*:*:" + PostgresServer.USER + ":" + PostgresServer.PASSWORD);
    System.setProperty("org.postgresql.pgpassfile", file.toString()); // As PGPASSFILE would.
    try {
      DatabaseAddress.url("archive", url, Map.of()).connect().close();
    } finally {
      System.clearProperty("org.postgresql.pgpassfile");
    }
    assertThatThrownBy(() -> DatabaseAddress.url("archive", url, Map.of()).connect())
        .isInstanceOf(SQLException.class);
  }

  /** As in a plug-in of an engine that itself uses databases. */
  @Test
  void connect_inAClassLoaderThatCameLater_findsItsDriver(@TempDir Path folder) throws Exception {
    assertThat(DriverManager.drivers()).isNotEmpty();
    URL[] classes = {place(DatabaseAddress.class), place(Class.forName("org.sqlite.JDBC"))};
    ClassLoader platform = ClassLoader.getPlatformClassLoader();
    try (URLClassLoader plugIn = new URLClassLoader(classes, platform)) {
      Class<?> type = plugIn.loadClass(DatabaseAddress.class.getName());
      Object address =
          type.getMethod("file", String.class, Path.class)
              .invoke(null, "archive", folder.resolve("later.db"));
      try (Connection connection = (Connection) type.getMethod("connect").invoke(address)) {
        assertThat(connection.getMetaData().getDatabaseProductName()).isEqualTo("SQLite");
      }
    }
  }

  private static URL place(Class<?> type) {
    return type.getProtectionDomain().getCodeSource().getLocation();
  }

  private static String message(String state) {
    return DatabaseAddress.url("archive", "jdbc:postgresql://host/db")
        .message(new SQLException("said", state));
  }
}
