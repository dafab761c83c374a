package io.flowgauge.cli.sites;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.databind.ObjectMapper;
import io.flowgauge.cli.Outcome;
import io.flowgauge.instrumentation.Instrumentation;
import io.flowgauge.sites.SitesDaemon;
import io.flowgauge.sites.SitesDaemon.Role;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The commands of sites, and a node that instruments a real process. */
@Timeout(120)
class SitesCommandsTest {
  @TempDir private Path folder;

  private final List<AutoCloseable> open = new ArrayList<>();
  private String keys;

  @BeforeEach
  void makeKeys() {
    keys = folder.resolve("keys").toString();
    Outcome outcome =
        Outcome.of("keys", "--laboratory", "lab", keys, "node/node1", "user/alice", "user/bob");
    assertThat(outcome.err()).isEmpty();
    assertThat(outcome.out().lines())
        .hasSize(3)
        .first()
        .asString()
        .startsWith("spiffe://lab/node/node1 in ");
  }

  @AfterEach
  void close() throws Exception {
    for (AutoCloseable one : open) {
      one.close();
    }
  }

  /** A node of this user, which Alice may ask; its address. */
  private String node() throws Exception {
    Path users =
        Files.writeString(
            folder.resolve("grid-map"),
            "spiffe://lab/user/alice " + System.getProperty("user.name") + "\n");
    SitesDaemon node =
        SitesDaemon.builder(
                Role.NODE, Path.of(keys, "node-node1"), users, folder.resolve("audit.jsonl"))
            .listen(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0))
            .start();
    open.add(node);
    return "127.0.0.1:" + node.port().orElseThrow();
  }

  private Process target() throws Exception {
    assumeTrue(
        Instrumentation.provider("native").filter(p -> p.unavailable().isEmpty()).isPresent(),
        "the native provider does not work here");
    Path program =
        CompiledProgram.of(
            folder,
            "fg-there",
            """
            #include <unistd.h>
            __attribute__((noinline)) int step(void) { return usleep(1000); }
            int main(void) { for (int k = 0; k < 100000 && !step(); k++) {} return 0; }
            """);
    Process process = new ProcessBuilder(program.toString()).start();
    open.add(() -> process.destroyForcibly().waitFor());
    return process;
  }

  private Outcome via(String node, String user, String... command) {
    List<String> all = new ArrayList<>(List.of(command));
    all.addAll(List.of("--via", node, "--identity", Path.of(keys, "user-" + user).toString()));
    return Outcome.of(all.toArray(String[]::new));
  }

  @Test
  void via_aNode_instrumentsAProcessThere() throws Exception {
    String node = node();
    String pid = String.valueOf(target().pid());

    Outcome listed = via(node, "alice", "ps");
    assertThat(listed.out().lines()).anyMatch(line -> line.matches(" *node1 +" + pid + " .*"));

    Outcome structure = via(node, "alice", "sir", pid, "-i", "fg-there:*", "--at", "node1");
    assertThat(structure.out()).contains("fg-there, process " + pid).contains(" step ");

    Outcome measured =
        via(
            node,
            "alice",
            "instrument",
            pid,
            "--at",
            "node1",
            "-r",
            "fg-there:step",
            "--for",
            "1s",
            "--format",
            "json");
    assertThat(measured.err()).isEmpty();
    assertThat(measured.status()).isZero();
    assertThat(new ObjectMapper().readTree(measured.out()).at("/regions/0/calls").asLong())
        .isGreaterThan(10);

    Outcome summed =
        via(node, "alice", "instrument", "--name", "fg-there", "-r", "fg-there:step", "--for=1s");
    assertThat(summed.status()).isZero();
    assertThat(summed.out()).contains("node1", "1 process", "step");
  }

  @Test
  void via_whoMayNot_isTold() throws Exception {
    String node = node();
    Outcome outcome = via(node, "bob", "ps");
    assertThat(outcome.status()).isEqualTo(1);
    assertThat(outcome.err()).contains("spiffe://lab/user/bob is not in the map of users here");
    assertThat(Files.readString(folder.resolve("audit.jsonl"))).contains("\"refused\"");
  }

  @Test
  void keys_withoutAuthority_isWrongUsage() {
    Outcome outcome = Outcome.of("keys", folder.resolve("none").toString(), "user/alice");
    assertThat(outcome.status()).isEqualTo(2);
    assertThat(outcome.err()).contains("--laboratory NAME makes an authority");
  }

  @Test
  void serve_identityOfAnotherRole_isWrongUsage() throws Exception {
    Path users = Files.writeString(folder.resolve("grid-map"), "");
    Outcome outcome =
        Outcome.of(
            "serve",
            "--role=hub",
            "--identity=" + Path.of(keys, "node-node1"),
            "--grid-map=" + users,
            "--audit=" + folder.resolve("audit.jsonl"));
    assertThat(outcome.status()).isEqualTo(2);
    assertThat(outcome.err()).contains("to serve as a hub");
  }
}
