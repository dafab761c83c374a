package io.flowgauge.sites.request;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class AuditLogTest {
  @TempDir private Path folder;

  /** As after a full disk, or after a service was killed while writing. */
  @Test
  void granted_afterATornLine_isALineOfItsOwn() throws IOException {
    Path file = Files.writeString(folder.resolve("audit"), "{\"decision\":\"ref");
    try (AuditLog log = AuditLog.open(file, Clock.systemUTC())) {
      log.granted(Map.of("user", "alice"));
      log.granted(Map.of("user", "bob"));
    }
    assertThat(Files.readAllLines(file)).hasSize(3).startsWith("{\"decision\":\"ref");
    assertThat(Files.readAllLines(file).get(1)).startsWith("{\"time\":").endsWith("\"alice\"}");
  }
}
