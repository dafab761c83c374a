package io.flowgauge.database;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.sql.SQLException;
import org.junit.jupiter.api.Test;

class DatabaseAddressTest {

  @Test
  void toString_urlWithSecrets_isWithoutThem() {
    String url = "jdbc:postgresql://me:secret@host/db?password=secret";

    assertThat(DatabaseAddress.url("archive", url))
        .hasToString("archive jdbc:postgresql://host/db");
    assertThat(DatabaseAddress.file("archive", Path.of("/a/b.db"))).hasToString("archive /a/b.db");
  }

  @Test
  void url_ofAnotherProduct_isRefusedWithoutSecrets() {
    assertThatThrownBy(() -> DatabaseAddress.url("archive", "jdbc:mysql://me:secret@host/db"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("jdbc:mysql://host/db")
        .hasMessageNotContaining("secret");
  }

  @Test
  void message_statesOfServer_areTold() {
    assertThat(told("53100")).contains("disk of the server");
    assertThat(told("57P01")).contains("server is shutting down");
    assertThat(told("53300")).contains("too many");
    assertThat(told("3F000")).contains("schema");
    assertThat(told("42P01")).contains("have been changed");
    assertThat(told(null)).isEqualTo("archive jdbc:postgresql://host/db: said");
  }

  private static String told(String state) {
    return DatabaseAddress.url("archive", "jdbc:postgresql://host/db")
        .message(new SQLException("said", state));
  }
}
