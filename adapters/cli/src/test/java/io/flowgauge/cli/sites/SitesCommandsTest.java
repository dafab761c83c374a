package io.flowgauge.cli.sites;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.flowgauge.cli.Outcome;
import io.flowgauge.instrumentation.Instrumentation;
import io.flowgauge.log.EventSchema;
import io.flowgauge.log.write.DeclaredEvent;
import io.flowgauge.log.write.EventLog;
import io.flowgauge.run.EventType;
import io.flowgauge.runlog.LoggedActivity;
import io.flowgauge.runlog.RunLog;
import io.flowgauge.sites.SitesDaemon;
import io.flowgauge.sites.SitesDaemon.Role;
import io.flowgauge.workflow.Activity;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** The commands for sites, with a node that instruments a real process. */
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

  /** Starts a node of the current user that accepts requests of Alice; returns its address. */
  private String node() throws Exception {
    Path users =
        Files.writeString(
            folder.resolve("grid-map"),
            "spiffe://lab/user/alice " + System.getProperty("user.name") + "\n");
    SitesDaemon node =
        SitesDaemon.builder(
                Role.NODE, Path.of(keys, "node-node1"), users, folder.resolve("audit.jsonl"))
            .state(folder.resolve("state"))
            .events(folder.resolve("events").toString())
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
  void via_whoMayNot_isRefused() throws Exception {
    String node = node();
    Outcome outcome = via(node, "bob", "ps");
    assertThat(outcome.status()).isEqualTo(1);
    assertThat(outcome.err()).contains("spiffe://lab/user/bob is not in the grid-map here");
    assertThat(Files.readString(folder.resolve("audit.jsonl"))).contains("\"refused\"");
  }

  @Test
  void logTail_viaANode_printsAndKeepsWhatApplicationsLog() throws Exception {
    String node = node();
    Path triggers = folder.resolve("events/triggers");
    AtomicBoolean done = new AtomicBoolean();
    EventLog log = EventLog.triggeredBy(triggers).pollEvery(Duration.ofMillis(20)).open();
    open.add(log);
    DeclaredEvent event = log.declare(EventSchema.named("transfer.end").int64("n").build());
    Thread application =
        new Thread(
            () -> {
              for (long n = 0; !done.get(); n++) {
                event.log(n % 10);
                sleep();
              }
            });
    Thread test = Thread.currentThread();
    Thread stopper =
        new Thread(
            () -> {
              while (folder.resolve("kept/node1.nlb").toFile().length() == 0) {
                sleep();
              }
              test.interrupt();
            });
    application.start();
    stopper.start();
    Outcome outcome =
        via(
            node,
            "alice",
            "log",
            "tail",
            "-e",
            "transfer.*",
            "--where",
            "n>=5",
            "--to",
            folder.resolve("kept").toString());
    done.set(true);
    assertThat(Thread.interrupted()).isTrue();
    application.join();
    stopper.join();
    assertThat(outcome.status()).isZero();
    assertThat(Outcome.of("log", "cat", folder.resolve("kept").toString()).out().lines())
        .isNotEmpty()
        .allMatch(line -> line.matches(".*transfer\\.end.*n=[5-9].*"));
    assertThat(Files.readString(triggers)).doesNotContain("transfer");
  }

  private static void sleep() {
    try {
      Thread.sleep(1);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  @Test
  void watch_viaANode_showsTheNextRunThere() throws Exception {
    String node = node();
    EventLog log =
        EventLog.triggeredBy(folder.resolve("events/triggers"))
            .pollEvery(Duration.ofMillis(20))
            .flushEvery(Duration.ofMillis(20))
            .open();
    open.add(log);
    Thread engine = new Thread(() -> run(log));
    engine.start();
    Outcome outcome = via(node, "alice", "watch", "--interval=200ms", "--format=json");
    engine.join();
    assertThat(outcome.err()).isEmpty();
    assertThat(outcome.status()).isZero();
    JsonNode last = new ObjectMapper().readTree(outcome.out().lines().reduce("", (a, b) -> b));
    assertThat(last.toString()).contains("montage");
  }

  /** Logs a run of two activities as soon as it is requested. */
  private static void run(EventLog log) {
    DeclaredEvent known = log.declare(EventSchema.named("run.begin.probe").int64("n").build());
    while (!known.isEnabled()) {
      sleep();
    }
    RunLog run = RunLog.begin(log, "run-1", "montage");
    for (String id : List.of("a", "b")) {
      LoggedActivity activity = run.activity(Activity.of(id, "project"));
      activity.log(EventType.STARTED, 1);
      sleep();
      activity.log(EventType.COMPLETED, 1);
    }
    run.end(Instant.now().getEpochSecond() * 1_000_000_000L);
  }

  @Test
  void logTail_ofLogsAndMachines_isWrongUsage() {
    Outcome both = Outcome.of("log", "tail", "x.nlb", "--via", "127.0.0.1:1");
    assertThat(both.status()).isEqualTo(2);
    assertThat(both.err()).contains("tail needs either logs or --via HOST:PORT");
    assertThat(Outcome.of("log", "tail").status()).isEqualTo(2);
  }

  @Test
  void keys_forLongerThanCertificatesCanSay_isWrongUsage() {
    Outcome outcome = Outcome.of("keys", keys, "user/alice", "--days", "999999999999999");
    assertThat(outcome.status()).isEqualTo(2);
    assertThat(outcome.err()).contains("--days must be 1 to 36500, but is 999999999999999");
  }

  @Test
  void keys_namesOfOneFolder_keepTheFirst() throws IOException {
    assertThat(Outcome.of("keys", keys, "node/a-b/c").status()).isZero();
    Path certificate = Path.of(keys, "node-a-b-c", "certificate.pem");
    byte[] first = Files.readAllBytes(certificate);
    Outcome outcome = Outcome.of("keys", keys, "node/a/b-c");

    assertThat(outcome.status()).isEqualTo(1);
    assertThat(outcome.err()).contains("node-a-b-c: holds the identity spiffe://lab/node/a-b/c");
    assertThat(certificate).hasBinaryContent(first);
    assertThat(Outcome.of("keys", keys, "node/a-b/c").status()).isZero();
    assertThat(Files.readAllBytes(certificate)).isNotEqualTo(first);
  }

  @Test
  void keys_wrongName_leavesNothingBehind() {
    String fresh = folder.resolve("fresh").toString();
    Outcome created = Outcome.of("keys", "--laboratory", "lab", fresh, "user/carol", "printer/p");
    Outcome issued = Outcome.of("keys", "issue", keys, "user/carol", "user/a/b");

    assertThat(created.err()).contains("name must be user/NAME, ").contains("is 'printer/p'");
    assertThat(issued.err()).contains("but is 'user/a/b'");
    assertThat(List.of(created, issued)).extracting(Outcome::status).containsOnly(2);
    assertThat(Path.of(fresh)).doesNotExist();
    assertThat(Path.of(keys, "user-carol")).doesNotExist();
  }

  @Test
  @EnabledOnOs(OS.LINUX)
  void keys_fullDisk_namesTheFileAndLeavesNoneThatIsCut() throws IOException {
    Path own = Files.createDirectory(Path.of(keys, "user-dora"));
    Path trusted = Files.createSymbolicLink(own.resolve("authority.pem"), Path.of("/dev/full"));
    Outcome outcome = Outcome.of("keys", "issue", keys, "user/dora");

    assertThat(outcome)
        .isEqualTo(new Outcome(1, "", "flowgauge: " + trusted + ": No space left on device\n"));
    assertThat(trusted).doesNotExist();
  }

  @Test
  void keys_initThenIssue_keepsThem() {
    String fresh = folder.resolve("fresh").toString();
    assertThat(Outcome.of("keys", "init", fresh).status()).isZero();
    Outcome issued = Outcome.of("keys", "issue", fresh, "user/carol", "node/n");
    assertThat(issued.out())
        .contains("spiffe://laboratory/user/carol in " + fresh)
        .contains("spiffe://laboratory/node/n in " + fresh);
    assertThat(Outcome.of("keys").status()).isEqualTo(2);
  }

  @Test
  void keys_optionsBeforeASubcommand_areRefused() {
    String fresh = folder.resolve("fresh").toString();
    Outcome named = Outcome.of("keys", "--laboratory", "lab", "init", fresh);
    Outcome brief = Outcome.of("keys", "--days", "5", "issue", keys, "user/carol");
    Outcome elsewhere = Outcome.of("keys", fresh, "issue", keys, "user/carol");

    assertThat(named.err()).contains("found --laboratory before init, expected it after init");
    assertThat(brief.err()).contains("found --days before issue, expected it after issue");
    assertThat(elsewhere.err()).contains("found FOLDER before issue");
    assertThat(List.of(named, brief, elsewhere)).extracting(Outcome::status).containsOnly(2);
    assertThat(Path.of(fresh)).doesNotExist();
    assertThat(Path.of(keys, "user-carol")).doesNotExist();
  }

  @Test
  void keys_secondAuthority_isRefusedWithWhatToDo() {
    Outcome outcome = Outcome.of("keys", "--laboratory", "lab", keys, "user/carol");

    assertThat(outcome.status()).isEqualTo(1);
    assertThat(outcome.err())
        .contains("authority: found an authority, expected none; 'flowgauge keys issue' issues");
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

  @Test
  void serve_node_saysWhoItIsAndWhere() throws Exception {
    Thread.currentThread().interrupt(); // The server is to stop at once.
    Outcome outcome = serve(Files.createFile(folder.resolve("none")), "127.0.0.1:0");

    assertThat(Thread.interrupted()).isTrue();
    assertThat(outcome.err())
        .matches("flowgauge: serving as spiffe://lab/node/node1 at port \\d+\n");
  }

  @Test
  void serve_portInUse_saysSo() throws Exception {
    Outcome outcome =
        Outcome.of(
            "serve",
            "--role=node",
            "--identity=" + Path.of(keys, "node-node1"),
            "--listen=" + node(),
            "--grid-map=" + folder.resolve("grid-map"),
            "--state=" + folder.resolve("other-state"),
            "--audit=" + folder.resolve("other.jsonl"));
    assertThat(outcome.status()).isEqualTo(1);
    assertThat(outcome.err()).contains("in use").hasLineCount(1);
  }

  @Test
  void serve_whatCannotBeUsed_isNamed() throws Exception {
    Path users = Files.createDirectory(folder.resolve("users"));
    Outcome read = serve(users, "0");
    Files.write(folder.resolve("latin"), new byte[] {(byte) 0xE4});
    Outcome latin = serve(folder.resolve("latin"), "0");
    Outcome named = serve(Files.createFile(folder.resolve("none")), "nowhere.invalid:0");

    assertThat(read.err()).contains(users + ": Is a directory");
    assertThat(latin.err()).contains("latin: found bytes that are not UTF-8, expected text");
    assertThat(named.err()).contains("--listen: found no address of 'nowhere.invalid'");
    assertThat(List.of(read, latin, named)).extracting(Outcome::status).containsOnly(1);
  }

  private Outcome serve(Path users, String listen) {
    return Outcome.of(
        "serve",
        "--role=node",
        "--identity=" + Path.of(keys, "node-node1"),
        "--listen=" + listen,
        "--grid-map=" + users,
        "--state=" + folder.resolve("state"),
        "--audit=" + folder.resolve("audit.jsonl"));
  }
}
