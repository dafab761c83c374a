package io.flowgauge.cli.sites;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.flowgauge.instrumentation.Change;
import io.flowgauge.instrumentation.InstrumentationException;
import io.flowgauge.instrumentation.RefusalCode;
import io.flowgauge.instrumentation.irl.Irl;
import io.flowgauge.instrumentation.irl.IrlAnswer;
import io.flowgauge.instrumentation.tracking.ProcessPattern;
import io.flowgauge.sites.Authority;
import io.flowgauge.sites.PlacedAnswer;
import io.flowgauge.sites.Sites;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * A node of an ordinary user shows nothing about processes of others. Needs root to become that
 * user.
 */
@Timeout(180)
class UnprivilegedNodeTest {
  private static final String OTHER = "nobody";
  private static final String MARK = "FLOWGAUGE_SECRET";

  @TempDir private Path folder;
  private Process node;
  private Process mine;
  private Sites sites;

  @BeforeEach
  void serveAsSomebodyElse() throws Exception {
    assumeTrue(System.getProperty("user.name").equals("root"), "needs root");
    assumeTrue(isDone("setpriv", "--version"), "needs setpriv");
    Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString("rwxr-xr-x"));
    Authority authority = Authority.create(folder.resolve("authority"), "lab");
    authority.issue("node/node1", folder.resolve("node"), Duration.ofDays(1));
    authority.issue("user/alice", folder.resolve("alice"), Duration.ofDays(1));
    Files.writeString(folder.resolve("grid-map"), "spiffe://lab/user/alice " + OTHER + "\n");
    assumeTrue(isDone("chown", "-R", OTHER, folder.resolve("node").toString()), "needs " + OTHER);
    ProcessBuilder builder = new ProcessBuilder("sleep", "600");
    builder.environment().put(MARK, "x");
    mine = builder.start();
    sites = start();
  }

  private static boolean isDone(String... command) throws IOException, InterruptedException {
    Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
    process.getInputStream().readAllBytes();
    return process.waitFor() == 0;
  }

  private Sites start() throws Exception {
    int port = freePort();
    Path audit = Files.createFile(folder.resolve("audit.jsonl"));
    assertThat(isDone("chown", OTHER, audit.toString())).isTrue();
    List<String> options =
        List.of(
            "--role=node",
            "--identity=" + folder.resolve("node"),
            "--grid-map=" + folder.resolve("grid-map"),
            "--audit=" + audit,
            "--listen=127.0.0.1:" + port);
    List<String> other =
        List.of("setpriv", "--reuid=" + OTHER, "--regid=65534", "--clear-groups", "--no-new-privs");
    node =
        ServedElsewhere.start(
            ServedElsewhere.command(other, copiedClassPath(), options), folder.resolve("node.log"));
    Sites connected = Sites.connect(folder.resolve("alice"), "127.0.0.1:" + port).at("node1");
    await(connected);
    return connected;
  }

  private static int freePort() throws IOException {
    try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      return socket.getLocalPort();
    }
  }

  /**
   * Copies the class path, as libraries may lie in a home folder that the other user cannot read.
   */
  private String copiedClassPath() throws IOException {
    List<String> copies = new ArrayList<>();
    for (String part : ServedElsewhere.classPath()) {
      Path from = Path.of(part);
      Path to = folder.resolve("lib").resolve(copies.size() + "-" + from.getFileName());
      if (Files.exists(from)) {
        copy(from, to);
        copies.add(to.toString());
      }
    }
    return String.join(":", copies);
  }

  private static void copy(Path from, Path to) throws IOException {
    try (Stream<Path> files = Files.walk(from)) {
      for (Path file : files.collect(Collectors.toList())) {
        Path target = to.resolve(from.relativize(file).toString());
        Files.createDirectories(target.getParent());
        Files.copy(file, target, StandardCopyOption.REPLACE_EXISTING);
      }
    }
  }

  private void await(Sites connected) throws Exception {
    long end = System.nanoTime() + Duration.ofSeconds(90).toNanos();
    while (true) {
      try {
        connected.ping();
        return;
      } catch (InstrumentationException e) {
        assertThat(System.nanoTime() < end && node.isAlive())
            .as(e.getMessage() + "\n" + Files.readString(folder.resolve("node.log")))
            .isTrue();
        Thread.sleep(100);
      }
    }
  }

  @AfterEach
  void stop() throws Exception {
    if (sites != null) {
      sites.close();
    }
    for (Process one : Stream.of(node, mine).filter(p -> p != null).toList()) {
      one.destroy();
      one.waitFor();
    }
  }

  @Test
  void perform_processesOfOthers_areNeitherListedNorTouched() throws Exception {
    List<PlacedAnswer> listed = sites.processes();
    assertThat(listed).hasSize(1);
    for (var one : listed.get(0).answer().processes()) {
      Path process = Path.of("/proc", String.valueOf(one.process().pid()));
      assertThat(!Files.exists(process) || Files.getOwner(process).getName().equals(OTHER))
          .as(one.process().toString())
          .isTrue();
    }
    String before = maps();
    IrlAnswer byPid = sites.perform(Irl.on(mine.pid()).attach().instrument("sleep:*").build());
    assertThat(byPid.refusals()).isNotEmpty();
    assertThat(byPid.profiles()).isEmpty();
    assertThat(maps()).isEqualTo(before);
    ProcessPattern secret = ProcessPattern.any().withEnvironment(MARK, "*");
    IrlAnswer found = sites.perform(Irl.on(secret).attach().build());
    assertThat(found.processes()).isEmpty();
  }

  private String maps() throws IOException {
    return Files.readString(Path.of("/proc", String.valueOf(mine.pid()), "maps"));
  }

  @Test
  void change_processOfOthers_isRefused() throws Exception {
    Files.writeString(folder.resolve("grid-map"), "spiffe://lab/user/alice nobody change\n");
    String before = maps();
    Change change = Change.set("libc.so*:opterr", 0);
    IrlAnswer answer = sites.perform(Irl.on(mine.pid()).attach().change(change).build());
    assertThat(answer.refusals()).hasSize(2);
    assertThat(answer.refusals().get(0).code()).isEqualTo(RefusalCode.PERMISSION);
    assertThat(maps()).isEqualTo(before);
  }

  @Test
  void perform_asAnotherUser_isRefused() throws Exception {
    Files.writeString(folder.resolve("grid-map"), "spiffe://lab/user/alice root\n");
    try {
      sites.ping();
      throw new AssertionError("was performed");
    } catch (InstrumentationException e) {
      assertThat(e.refusal().message()).contains("serves only its own user nobody, not root");
    }
  }
}
