package io.flowgauge.cli.run;

import static org.assertj.core.api.Assertions.assertThat;

import io.flowgauge.cli.Outcome;
import io.flowgauge.testsupport.Checkout;
import io.flowgauge.testsupport.PostgresServer;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Invalid database URLs are reported in plain words, and without passwords. */
class DatabaseUrlTest {
  private static final String SECRET = "hush";

  private static void assertMessage(int status, String url, String message) {
    for (List<String> command :
        List.of(
            List.of("list", "--from", url),
            List.of("report", sample(), "--history", url),
            List.of("log", "archive", url, Checkout.root() + "/samples/file-server/blocks.nlb"))) {
      Outcome outcome = Outcome.of(command.toArray(String[]::new));
      assertThat(outcome.err()).as(url).contains(message).doesNotContain("unexpected", SECRET);
      assertThat(outcome.status()).isEqualTo(status);
    }
  }

  private static String sample() {
    return Path.of(Checkout.root().toString(), "samples/dft/A.json").toString();
  }

  private static String withUser(String url) {
    return url + "?user=" + PostgresServer.USER;
  }

  @Test
  void anyCommand_serverRefuses_saysWhatToDo() {
    PostgresServer server = PostgresServer.get();
    assertMessage(1, withUser(server.url("postgres")), "the server needs a password; put it into");
    assertMessage(
        1,
        withUser(server.url("postgres")) + "&password=" + SECRET,
        "check user name and password");
    assertMessage(
        1,
        withUser(server.url("none")) + "&password=" + PostgresServer.PASSWORD,
        "the server has no such database");
    assertMessage(
        1, withUser(server.url("postgres")) + "&sslmode=x", "check the options in the URL");
  }

  @Test
  void anyCommand_noServer_saysWhatToDo() {
    assertMessage(
        1, "jdbc:postgresql://none.invalid/db?password=" + SECRET, "no host with that name");
    assertMessage(1, "jdbc:postgresql://127.0.0.1:1/db?password=" + SECRET, "cannot be reached");
    assertMessage(1, "jdbc:postgresql://127.0.0.1/db?user=%zz", "check the options behind the");
  }

  @Test
  void anyCommand_malformedUrl_isWrongUsageWithoutSecrets() {
    for (String url :
        List.of(
            "jdbc:postgresql://me:" + SECRET + "@host/db",
            "jdbc:postgresql://host:" + SECRET + "/db",
            "jdbc:postgresql:/" + "db?password=" + SECRET)) {
      assertMessage(2, url, "url must have the form jdbc:postgresql://HOST:PORT/DATABASE");
    }
    for (String url :
        List.of(
            "postgresql://me:" + SECRET + "@host/db",
            "jdbc:postgres://host/db?password=" + SECRET,
            "jdbc:mysql://me:" + SECRET + "@host/db")) {
      assertMessage(2, url, "url must begin with jdbc:sqlite: or jdbc:postgresql:");
    }
    assertMessage(2, "jdbc:sqlite:", "url must name a file");
  }

  @Test
  void anyCommand_passwordInUrl_warns() {
    String url = "jdbc:postgresql://127.0.0.1:1/db?user=me";
    String warning = "anyone who lists the processes";
    assertMessage(1, url + "&password=" + SECRET, warning);
    assertThat(Outcome.of("list", "--from", url).err()).doesNotContain(warning);
  }
}
