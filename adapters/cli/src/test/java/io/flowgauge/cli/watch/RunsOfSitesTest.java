package io.flowgauge.cli.watch;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.flowgauge.Flowgauge;
import io.flowgauge.activation.ActivationRequest;
import io.flowgauge.cli.Main;
import io.flowgauge.cli.Outcome;
import io.flowgauge.cli.Session;
import io.flowgauge.live.LiveMonitor;
import io.flowgauge.live.LiveRun;
import io.flowgauge.live.TypeProgress;
import io.flowgauge.log.EventSchema;
import io.flowgauge.log.write.DeclaredEvent;
import io.flowgauge.log.write.EventLog;
import io.flowgauge.run.EventType;
import io.flowgauge.run.WorkflowRun;
import io.flowgauge.runlog.LoggedRun;
import io.flowgauge.runlog.LoggedRuns;
import io.flowgauge.runlog.RunLog;
import io.flowgauge.sites.Authority;
import io.flowgauge.sites.ReceivedLogs;
import io.flowgauge.sites.Sites;
import io.flowgauge.sites.SitesDaemon;
import io.flowgauge.sites.SitesDaemon.Role;
import io.flowgauge.spi.ReportRenderer;
import io.flowgauge.testsupport.Eventually;
import io.flowgauge.testsupport.SmallDisk;
import io.flowgauge.workflow.Activity;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.ServiceLoader;
import java.util.TreeMap;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The page of a hub shows every run that is logged at any node while the page is open. */
@Timeout(120)
class RunsOfSitesTest {
  private static final int ACTIVITIES = 40;

  @TempDir private Path folder;
  private final Deque<AutoCloseable> open = new ArrayDeque<>();
  private final ByteArrayOutputStream err = new ByteArrayOutputStream();
  private Authority authority;
  private Path users;

  @BeforeEach
  void found() throws Exception {
    authority = Authority.create(folder.resolve("authority"), "lab");
    authority.issue("user/alice", folder.resolve("alice"), Duration.ofDays(1));
    users =
        Files.writeString(
            folder.resolve("grid-map"),
            "spiffe://lab/user/alice " + System.getProperty("user.name") + "\n");
  }

  @AfterEach
  void close() throws Exception {
    while (!open.isEmpty()) {
      open.pop().close();
    }
  }

  private <T extends AutoCloseable> T opened(T resource) {
    open.push(resource);
    return resource;
  }

  private String serve(Role role, String name, Optional<Path> places) throws Exception {
    Path identity = folder.resolve(name.replace('/', '-'));
    authority.issue(name, identity, Duration.ofDays(1));
    SitesDaemon.Builder daemon =
        SitesDaemon.builder(role, identity, users, identity.resolve("audit.jsonl"))
            .state(identity.resolve("state"))
            .events(identity.resolve("events").toString())
            .listen(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
    places.ifPresent(daemon::places);
    return "127.0.0.1:" + opened(daemon.start()).port().orElseThrow();
  }

  private Optional<Path> file(String name, String line) throws Exception {
    return Optional.of(Files.writeString(folder.resolve(name), line));
  }

  /** Starts a hub of two sites with a node each; returns its address. */
  private String hub() throws Exception {
    StringBuilder sites = new StringBuilder();
    for (String site : List.of("s1", "s2")) {
      String node = serve(Role.NODE, "node/" + site + "/n", Optional.empty());
      String address = serve(Role.SITE, "site/" + site, file(site, "n " + node + "\n"));
      sites.append(site).append(' ').append(address).append('\n');
    }
    return serve(Role.HUB, "hub/hub", file("sites", sites.toString()));
  }

  private EventLog logAt(String site) throws Exception {
    String node = site.equals("n") ? "node-n" : "node-" + site + "-n";
    return opened(
        EventLog.triggeredBy(folder.resolve(node + "/events/triggers"))
            .pollEvery(Duration.ofMillis(20))
            .flushEvery(Duration.ofMillis(20))
            .open());
  }

  /** Serves the page until the test ends; returns its address. */
  private String page(String hub) throws Exception {
    Session session =
        new Session(new ByteArrayInputStream(new byte[0]), new ByteArrayOutputStream(), err, UTF_8);
    String identity = folder.resolve("alice").toString();
    String[] command = {
      "watch", "--via", hub, "--identity", identity, "--page", "0", "--interval", "50ms"
    };
    Thread watch = new Thread(() -> Main.run(command, session));
    watch.start();
    opened(
        () -> {
          watch.interrupt();
          watch.join();
        });
    while (!err.toString(UTF_8).endsWith("/\n")) {
      assertThat(watch.isAlive()).as(err.toString(UTF_8)).isTrue();
      Thread.sleep(20);
    }
    String said = err.toString(UTF_8).strip();
    return said.substring(said.indexOf("http"));
  }

  @Test
  void page_ofPlaceThatGoes_saysSo() throws Exception {
    String node = serve(Role.NODE, "node/n", Optional.empty());
    AutoCloseable daemon = open.pop();
    page(node);
    daemon.close();
    Eventually.await("what is wrong", () -> err.toString(UTF_8).contains("flowgauge: n: "));
  }

  @Test
  void followAll_whileTheDiskIsFull_goesOnOnceThereIsRoom() throws Exception {
    String node = serve(Role.NODE, "node/n", Optional.empty());
    Path disk = Files.createDirectory(folder.resolve("disk"));
    try (SmallDisk small = SmallDisk.mount(disk, 1 << 20);
        LiveMonitor monitor = LiveMonitor.open()) {
      Sites sites = Sites.connect(folder.resolve("alice"), node);
      ActivationRequest request = ActivationRequest.of("run.*");
      try (RemoteRuns remote =
          new RemoteRuns(sites, ReceivedLogs.open(sites, request, Optional.of(disk)))) {
        remote.followAll(monitor);
        EventLog log = logAt("n");
        Path filler = small.fill();
        RunLog run = awaitedRun(log);
        Eventually.await("what is wrong", () -> !remote.troubles().isEmpty());
        assertThat(remote.troubles())
            .containsExactly(
                "cannot write incoming events: "
                    + disk.resolve("n.nlb")
                    + ": No space left on device");
        for (int k = 0; k < ACTIVITIES; k++) {
          run.activity(Activity.of("a" + k, "project").withAttribute("x", "y".repeat(2000)));
        }
        log.flush();
        Files.delete(filler);
        Eventually.await(
            "the run",
            () ->
                monitor.runs().stream()
                    .anyMatch(each -> each.progress().isPresent() && total(each) == ACTIVITIES));
        assertThat(remote.troubles()).isEmpty();
      }
    }
  }

  private static int total(LiveRun run) {
    return run.progress().orElseThrow().types().stream().mapToInt(TypeProgress::total).sum();
  }

  /** Begins a run once its events are requested; logs more than fits into a page of a disk. */
  private static RunLog awaitedRun(EventLog log) throws Exception {
    DeclaredEvent any = log.declare(EventSchema.named("run.any").string("text").build());
    Eventually.await("somebody", any::isEnabled);
    RunLog run = RunLog.begin(log, "run", "montage");
    any.log("x".repeat(10_000));
    log.flush();
    return run;
  }

  @Test
  void followAll_runOfTheIdOfAnother_isSaidAndSpoilsNothing() throws Exception {
    String node = serve(Role.NODE, "node/n", Optional.empty());
    try (LiveMonitor monitor = LiveMonitor.open()) {
      monitor.append("run", "{}\n".getBytes(UTF_8));
      Sites sites = Sites.connect(folder.resolve("alice"), node);
      ReceivedLogs logs = ReceivedLogs.open(sites, ActivationRequest.of("run.*"));
      try (RemoteRuns remote = new RemoteRuns(sites, logs)) {
        remote.followAll(monitor);
        EventLog log = logAt("n");
        awaitedRun(log);
        RunLog.begin(log, "other", "other").activity(Activity.of("a", "solve"));
        Eventually.await("the other run", () -> monitor.run("other").isPresent());
        assertThat(remote.troubles())
            .containsExactly("run run is already followed or posted, so it cannot be recorded");
      }
    }
  }

  /**
   * Logs two runs at the same time: one of an engine with workers at both sites, one at a single
   * site.
   */
  private void log(EventLog first, EventLog second) throws InterruptedException {
    RunLog engine = RunLog.begin(first, "shared", "montage");
    RunLog worker = RunLog.join(second, "shared");
    RunLog other = RunLog.begin(second, "own", "simulation");
    for (int k = 0; k < ACTIVITIES; k++) {
      String id = "a" + k;
      RunLog where = k % 2 == 0 ? engine : worker;
      engine.activity(Activity.of(id, "project").withAttribute("file", "f" + k));
      engine.record(id, EventType.SUBMITTED, 1);
      where.record(id, EventType.ACTIVE, 1);
      other.activity(Activity.of(id, "solve")).log(EventType.ACTIVE, 1);
      Thread.sleep(2);
      other.record(id, EventType.COMPLETED, 1);
      where.record(id, EventType.COMPLETED, 1);
      if (k > 0) {
        other.dependency("a" + (k - 1), id);
      }
    }
    other.end(nanos());
    engine.end(nanos());
    first.flush();
    second.flush();
  }

  private static long nanos() {
    Instant now = Instant.now();
    return now.getEpochSecond() * 1_000_000_000L + now.getNano();
  }

  private static void keepUntil(ReceivedLogs logs, int runs) throws Exception {
    boolean isMore = true;
    while (isMore) {
      boolean any = logs.keep(Duration.ofMillis(500));
      isMore =
          any || read(logs).size() < runs || !read(logs).stream().allMatch(WorkflowRun::isFinished);
    }
  }

  private static List<WorkflowRun> read(ReceivedLogs logs) throws Exception {
    List<WorkflowRun> all = new ArrayList<>();
    try (LoggedRuns runs = LoggedRuns.open(logs.files().values().toArray(Path[]::new))) {
      for (LoggedRun run : runs.list()) {
        all.add(runs.read(run.id()));
      }
    }
    return all;
  }

  @Test
  void page_ofAHub_hasEveryRunOfAllPlaces_asItsFilesDescribeIt() throws Exception {
    String hub = hub();
    Sites sites = opened(Sites.connect(folder.resolve("alice"), hub));
    ReceivedLogs logs = opened(ReceivedLogs.open(sites, ActivationRequest.of("kept", "run.*")));
    String page = page(hub);
    Thread.sleep(1000); // Applications check for requests periodically.
    log(logAt("s1"), logAt("s2"));
    keepUntil(logs, 2);

    List<WorkflowRun> runs = read(logs);
    assertThat(runs)
        .extracting(WorkflowRun::name)
        .containsExactlyInAnyOrder("montage", "simulation");
    for (WorkflowRun run : runs) {
      assertThat(run.executions()).hasSize(ACTIVITIES);
      String id = run.name().equals("montage") ? "shared" : "own";
      JsonNode fromFiles = report(run);
      JsonNode shown = json("watch", page + "runs/" + id, "--format=json");
      assertThat(shown.get("finished").asBoolean()).isTrue();
      fromFiles.properties().stream()
          .filter(field -> !field.getKey().equals("diagnostics"))
          .forEach(
              field ->
                  assertThat(alike(shown.get(field.getKey())))
                      .as(field.getKey())
                      .isEqualTo(alike(field.getValue())));
    }
  }

  /**
   * Sorts fields and elements and rounds numbers: live events of two places are taken in order of
   * arrival, recorded ones in order of time.
   */
  private static Object alike(JsonNode value) {
    if (value.isObject()) {
      Map<String, Object> fields = new TreeMap<>();
      value.properties().forEach(field -> fields.put(field.getKey(), alike(field.getValue())));
      return fields;
    }
    if (value.isArray()) {
      List<Object> elements = new ArrayList<>();
      value.forEach(element -> elements.add(alike(element)));
      elements.sort(Comparator.comparing(Object::toString));
      return elements;
    }
    return value.isDouble() ? Math.round(value.asDouble() * 1e9) : value.toString();
  }

  private static JsonNode report(WorkflowRun run) throws Exception {
    for (ReportRenderer renderer : ServiceLoader.load(ReportRenderer.class)) {
      if (renderer.format().equals("json")) {
        StringBuilder text = new StringBuilder();
        renderer.render(Flowgauge.report(run), text);
        return new ObjectMapper().readTree(text.toString());
      }
    }
    throw new AssertionError("no renderer of JSON");
  }

  private static JsonNode json(String... command) throws Exception {
    Outcome outcome = Outcome.of(command);
    assertThat(outcome.status()).as(outcome.err()).isZero();
    String out = outcome.out();
    return new ObjectMapper().readTree(out.substring(out.lastIndexOf("\n{") + 1));
  }
}
