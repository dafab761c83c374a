package io.flowgauge.sites.request;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
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

  /** As {@code logrotate} does it, or an administrator by mistake. */
  @Test
  void granted_afterTheFileWasMovedOrDeleted_isInANewOne() throws IOException {
    Path file = folder.resolve("audit");
    Path moved = folder.resolve("audit.1");
    try (AuditLog log = AuditLog.open(file, Clock.systemUTC())) {
      log.granted(Map.of("user", "alice"));
      Files.move(file, moved);
      log.granted(Map.of("user", "bob"));
      assertThat(Files.readAllLines(file)).singleElement().asString().contains("bob");
      Files.delete(file);
      log.granted(Map.of("user", "carol"));
    }
    assertThat(Files.readAllLines(moved)).singleElement().asString().contains("alice");
    assertThat(Files.readAllLines(file)).singleElement().asString().contains("carol");
    assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file)))
        .isEqualTo("rw-------");
  }
}
