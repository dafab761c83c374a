package io.flowgauge.sites.forward;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.flowgauge.sites.Authority;
import io.flowgauge.sites.identity.Credentials;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PlacesFileTest {
  @TempDir private Path folder;

  private PlacesFile nodes(String text) throws IOException {
    Authority.create(folder.resolve("authority"), "lab")
        .issue("site/siteA", folder.resolve("site"), Duration.ofDays(1));
    Path file = Files.writeString(folder.resolve("nodes"), text);
    try (Credentials site = Credentials.load(folder.resolve("site"))) {
      return PlacesFile.ofNodes(file, site);
    }
  }

  @Test
  void dialled_namesAndNumbers_areTaken() throws IOException {
    String text = "a a.example.org:14381\nb 192.0.2.1:1 # the second\n\nc [2001:db8::1]:65535\n";
    try (PlacesFile file = nodes(text)) {
      assertThat(file.dialled())
          .extracting(Downstream::name)
          .containsExactly("siteA/a", "siteA/b", "siteA/c");
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "a",
        "a b",
        "a b:",
        "a :1",
        "a b:0",
        "a b:65536",
        "a %zz:1",
        "a 2001:db8::1:1",
        "a [x]:1",
        "a b..c:1",
        "a b.1c:1",
        "a x@b:1",
        "a b:1 c",
        "a/b c:1",
        "a calls",
        "a b/c:1",
        "ä b:1",
        "a b:1\na c:2"
      })
  void ofNodes_malformedLine_isReportedByNumber(String text) {
    assertThatThrownBy(() -> nodes("# nodes\n" + text + "\n"))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("nodes, line " + (text.contains("\n") ? 3 : 2) + ": found")
        .hasMessageContaining("expected NAME HOST:PORT, each name at most once");
  }
}
