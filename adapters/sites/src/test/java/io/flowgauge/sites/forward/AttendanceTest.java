package io.flowgauge.sites.forward;

import static org.assertj.core.api.Assertions.assertThat;

import io.flowgauge.sites.Authority;
import io.flowgauge.sites.SitesDaemon;
import io.flowgauge.sites.SitesDaemon.Role;
import io.flowgauge.sites.identity.Credentials;
import io.flowgauge.sites.service.Responder;
import io.flowgauge.testsupport.Eventually;
import java.io.IOException;
import java.lang.reflect.Proxy;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(120)
class AttendanceTest {
  private static final long PATIENCE_MILLIS = 100;

  @TempDir private Path folder;
  private final List<String> troubles = new CopyOnWriteArrayList<>();
  private int port;

  @BeforeEach
  void makeKeys() throws IOException {
    Authority authority = Authority.create(folder.resolve("authority"), "lab");
    authority.issue("site/siteA", folder.resolve("site"), Duration.ofDays(1));
    authority.issue("hub/hub", folder.resolve("hub"), Duration.ofDays(1));
    try (ServerSocket free = new ServerSocket(0)) {
      port = free.getLocalPort();
    }
  }

  private SitesDaemon hub(String sites) throws IOException {
    Path users = Files.writeString(folder.resolve("users"), "");
    return SitesDaemon.builder(Role.HUB, folder.resolve("hub"), users, folder.resolve("audit"))
        .places(Files.writeString(folder.resolve("sites"), sites))
        .state(folder.resolve("state"))
        .listen(new InetSocketAddress(InetAddress.getLoopbackAddress(), port))
        .start();
  }

  private Attendance attendance(Credentials site) throws IOException {
    Responder none =
        (Responder)
            Proxy.newProxyInstance(
                Responder.class.getClassLoader(),
                new Class<?>[] {Responder.class},
                (proxy, method, arguments) -> null);
    return Attendance.start("127.0.0.1:" + port, site, none, troubles::add, PATIENCE_MILLIS);
  }

  @Test
  @SuppressWarnings("try") // The resources are only held open.
  void call_hubThatComesLate_isReportedOnce() throws Exception {
    String presence = "connected to hub 127.0.0.1:" + port;
    try (Credentials site = Credentials.load(folder.resolve("site"));
        Attendance attendance = attendance(site)) {
      Eventually.await("absence", () -> !troubles.isEmpty());
      try (SitesDaemon hub = hub("siteA calls\n")) {
        Eventually.await("presence", () -> troubles.contains(presence));
      }
    }
    assertThat(troubles.subList(0, troubles.indexOf(presence)))
        .doesNotHaveDuplicates()
        .allMatch(each -> each.startsWith(waiting()));
  }

  private String waiting() {
    return "not connected to hub 127.0.0.1:" + port + ", calling it until it answers";
  }

  @Test
  @SuppressWarnings("try") // The resources are only held open.
  void call_hubThatComesButRefuses_isReportedWithTheNewReason() throws Exception {
    try (Credentials site = Credentials.load(folder.resolve("site"));
        Attendance attendance = attendance(site)) {
      Eventually.await(
          "absence", () -> troubles.stream().anyMatch(each -> each.contains("refused")));
      try (SitesDaemon hub = hub("siteB calls\n")) {
        Eventually.await(
            "refusal",
            () ->
                troubles.stream()
                    .anyMatch(each -> each.contains("siteA") && each.startsWith(waiting())));
      }
    }
    assertThat(troubles).doesNotHaveDuplicates();
  }
}
