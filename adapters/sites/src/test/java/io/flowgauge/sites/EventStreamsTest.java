package io.flowgauge.sites;

import static java.nio.file.StandardOpenOption.APPEND;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.flowgauge.activation.ActivationRequest;
import io.flowgauge.instrumentation.InstrumentationException;
import io.flowgauge.instrumentation.Refusal;
import io.flowgauge.instrumentation.RefusalCode;
import io.flowgauge.instrumentation.simulated.SimulatedPrograms;
import io.flowgauge.log.LogEvent;
import io.flowgauge.log.read.LogReader;
import io.flowgauge.log.read.LogStream;
import io.flowgauge.testsupport.Eventually;
import io.flowgauge.testsupport.SmallDisk;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.LongStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Events of applications, received through sites and hubs. */
@Timeout(180)
class EventStreamsTest {
  private static final Duration MOMENT = Duration.ofMillis(100);
  private static final ActivationRequest ENDS = ActivationRequest.of("r1", "transfer.end");

  @TempDir private Path folder;
  private Laboratory lab;
  private final SimulatedPrograms programs = new SimulatedPrograms();

  @BeforeEach
  void found() throws Exception {
    lab = new Laboratory(folder);
  }

  @AfterEach
  void close() throws Exception {
    lab.close();
  }

  private SitesDaemon node(String place) throws Exception {
    return lab.node(place, programs.provider());
  }

  private LoggingProgram program(String place) throws Exception {
    return lab.opened(new LoggingProgram(lab.events("node/" + place).resolve("triggers")));
  }

  private static List<Long> to(long end) {
    return LongStream.range(0, end).boxed().toList();
  }

  private ReceivedEvents receive(Sites sites, ActivationRequest request) throws Exception {
    return lab.opened(new ReceivedEvents(sites.events(request), folder));
  }

  @Test
  void events_ofNode_comeInOrderAndOnce() throws Exception {
    Sites sites = lab.sites("alice", node("node1"));
    ReceivedEvents received = receive(sites, ENDS);
    LoggingProgram program = program("node1");
    program.log(20_000);
    received.awaitNumbers("node1", 20_000);
    assertThat(received.numbers("node1")).isEqualTo(to(20_000));
    assertThat(received.losses("node1")).isEmpty();
    PlacedRequests status = sites.eventRequests().get(0);
    assertThat(status.requests()).hasSize(1);
    assertThat(status.requests().get(0).request()).isEqualTo(ENDS);
    assertThat(status.requests().get(0).events()).isEqualTo(20_000);
  }

  @Test
  void events_throughHubAndSites_comeFromAllPlaces() throws Exception {
    SitesDaemon site = lab.site("siteA", Laboratory.line("node1", node("siteA/node1")));
    SitesDaemon hub = lab.hub(Laboratory.line("siteA", site) + "siteB calls\n");
    lab.siteThatCalls("siteB", Laboratory.line("node1", node("siteB/node1")), hub);
    Sites sites = lab.sites("alice", hub);
    Eventually.await("site B", () -> sites.ping().stream().allMatch(EventStreamsTest::isThere));
    ReceivedEvents received = receive(sites, ENDS);
    for (String place : List.of("siteA/node1", "siteB/node1")) {
      program(place).log(10_000);
    }
    for (String place : List.of("siteA/node1", "siteB/node1")) {
      received.awaitNumbers(place, 10_000);
      assertThat(received.numbers(place)).isEqualTo(to(10_000));
      assertThat(received.losses(place)).isEmpty();
    }
    assertThat(lab.audited("node/siteB/node1")).contains("\"subscribes\":\"siteB/node1\"");
  }

  private static boolean isThere(PlacedAnswer answer) {
    return answer.answer().notFound().isEmpty();
  }

  @Test
  void events_receivedAgain_goOnAfterWhatWasAcknowledged() throws Exception {
    SitesDaemon site = lab.site("siteA", Laboratory.line("node1", node("siteA/node1")));
    Sites sites = lab.sites("alice", site);
    LoggingProgram program = program("siteA/node1");
    try (ReceivedEvents first = receive(sites, ENDS)) {
      program.log(5000);
      first.awaitNumbers("siteA/node1", 5000);
    }
    program.log(5000);
    ReceivedEvents second = receive(sites, ENDS);
    second.awaitNumbers("siteA/node1", 10_000);
    assertThat(second.numbers("siteA/node1")).isEqualTo(to(10_000));
  }

  @Test
  void request_whileManyStreamsAreOpen_isAnswered() throws Exception {
    SitesDaemon site = lab.site("siteA", Laboratory.line("node1", node("siteA/node1")));
    Sites sites = lab.sites("alice", site);
    LoggingProgram program = program("siteA/node1");
    for (int i = 0; i < 120; i++) {
      lab.opened(sites.events(ActivationRequest.of("r" + i, "another.end")));
    }
    ReceivedEvents received = receive(sites, ActivationRequest.of("last", "transfer.end"));
    program.log(1000);
    received.awaitNumbers("siteA/node1", 1000);
    assertThat(sites.within(Duration.ofSeconds(10)).ping()).allMatch(EventStreamsTest::isThere);
  }

  @Test
  void keep_onAFullDisk_storesAllOnceThereIsRoom() throws Exception {
    Sites sites = lab.sites("alice", node("node1"));
    Path disk = Files.createDirectory(folder.resolve("disk"));
    try (SmallDisk small = SmallDisk.mount(disk, 2 << 20);
        ReceivedLogs logs = ReceivedLogs.open(sites, ENDS, Optional.of(disk))) {
      Path log = logs.files().get("node1");
      LoggingProgram program = program("node1");
      program.log(1000);
      Eventually.await("the first", () -> logs.keep(MOMENT) && count(log) == 1000);
      Path filler = small.fill();
      long before = Files.size(log);
      program.log(10_000);
      Eventually.await("a failure", () -> failure(logs).contains(log + ": No space left"));
      assertThat(failure(logs)).contains(log + ": No space left");
      assertThat(Files.size(log)).isEqualTo(before);
      assertThat(logs.isFinished()).isFalse();
      Files.delete(filler);
      Eventually.await("all", () -> failure(logs).isEmpty() && count(log) >= 11_000);
      assertThat(numbers(log)).isEqualTo(to(11_000));
    }
  }

  private static String failure(ReceivedLogs logs) throws InterruptedException {
    try {
      logs.keep(MOMENT);
      return "";
    } catch (IOException e) {
      return e.getMessage();
    }
  }

  private static long count(Path file) throws IOException {
    return numbers(file).size();
  }

  private static List<Long> numbers(Path file) throws IOException {
    try (LogReader log = LogReader.open(file)) {
      assertThat(log.losses()).isEmpty();
      return log.events().map(event -> (Long) event.value("n").orElseThrow()).toList();
    }
  }

  @Test
  @SuppressWarnings("try") // The resource is closed twice.
  void keep_whileMoreIsThere_endsAtItsTime() throws Exception {
    Sites sites = lab.sites("alice", node("node1"));
    try (ReceivedLogs logs = ReceivedLogs.open(sites, ENDS)) {
      program("node1").log(50_000);
      Thread.sleep(3000);
      assertThat(logs.keep(Duration.ZERO)).isTrue();
      assertThat(logs.keep(Duration.ZERO)).isTrue();
      Eventually.await(
          "all",
          () -> {
            logs.keep(Duration.ofMillis(50));
            return events(logs.files().get("node1")) == 50_000;
          });
      logs.close();
      assertThat(logs.files()).allSatisfy((place, file) -> assertThat(file).doesNotExist());
    } // Closing again has no effect.
  }

  private static long events(Path log) throws IOException {
    try (LogReader reader = LogReader.open(log)) {
      return reader.streams().stream().mapToLong(LogStream::events).sum();
    }
  }

  @Test
  void cancel_endsTheStream() throws Exception {
    SitesDaemon site = lab.site("siteA", Laboratory.line("node1", node("siteA/node1")));
    Sites sites = lab.sites("alice", site);
    ReceivedEvents received = receive(sites, ENDS);
    LoggingProgram program = program("siteA/node1");
    program.log(100);
    received.awaitNumbers("siteA/node1", 100);
    assertThat(sites.cancelEvents("r1").get(0).requests()).hasSize(1);
    assertThat(sites.cancelEvents("r1").get(0).requests()).isEmpty();
    received.awaitEnd();
    program.awaitOff();
    assertThat(sites.eventRequests().get(0).requests()).isEmpty();
  }

  @Test
  void lease_endsWithoutReceiver_andStaysWithOne() throws Exception {
    SitesDaemon site = lab.site("siteA", Laboratory.line("node1", node("siteA/node1")));
    Sites sites = lab.sites("alice", site).lease(Duration.ofSeconds(1));
    LoggingProgram program = program("siteA/node1");
    try (ReceivedEvents received = receive(sites, ENDS)) {
      program.awaitOn();
      Thread.sleep(3000);
      assertThat(program.isOn()).isTrue();
      program.log(10);
      received.awaitNumbers("siteA/node1", 10);
    }
    program.awaitOff();
  }

  @Test
  void events_ofAnotherUser_areNotToBeHad() throws Exception {
    SitesDaemon node = node("node1");
    String localUser = System.getProperty("user.name");
    Files.writeString(lab.gridMap, "spiffe://lab/user/bob " + localUser + "\n", APPEND);
    Sites alice = lab.sites("alice", node);
    ReceivedEvents received = receive(alice, ENDS);
    Sites bob = lab.sites("bob", node);
    assertThat(bob.eventRequests().get(0).requests()).isEmpty();
    assertThat(bob.cancelEvents("r1").get(0).requests()).isEmpty();
    try (RemoteEvents own = bob.events(ENDS)) {
      LoggingProgram program = program("node1");
      program.log(10);
      received.awaitNumbers("node1", 10);
      assertThat(own.next(Duration.ofSeconds(10))).isPresent();
    }
    assertThat(bob.cancelEvents("r1").get(0).requests()).hasSize(1);
    assertThat(alice.eventRequests().get(0).requests()).hasSize(1);
  }

  @Test
  void resourcesOfNode_areSampledWhileAskedFor() throws Exception {
    SitesDaemon site = lab.site("siteA", Laboratory.line("node1", node("siteA/node1")));
    Sites sites = lab.sites("alice", site);
    ReceivedEvents received = receive(sites, ActivationRequest.of("load", "resource.*"));
    Set<String> names = new HashSet<>();
    Eventually.await(
        "samples of the host and of this process",
        () -> {
          received.take();
          received.events("siteA/node1").forEach(event -> names.add(described(event)));
          return names.contains("resource.host cpu-busy")
              && names.contains("resource.process " + ProcessHandle.current().pid());
        });
  }

  private static String described(LogEvent event) {
    return event.schema().name() + " " + event.value(0);
  }

  @Test
  void request_thatCannotBe_isRefusedInWords() throws Exception {
    Sites sites = lab.sites("alice", node("node1"));
    assertThatThrownBy(() -> sites.events(ENDS.to("file:/x")))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining(
            "to must be 'connection' for events of other machines, but is 'file:");
    assertThat(refusal(sites, ActivationRequest.of("a@b@c", "*")).message())
        .contains("the name of a request must have", "'a@b@c'");
    try (RemoteEvents first = sites.events(ENDS)) {
      assertThat(first.requests().get(0).refusal()).isEmpty();
      Refusal taken = refusal(sites, ActivationRequest.of("r1", "other"));
      assertThat(taken.code()).isEqualTo(RefusalCode.ARGUMENT);
      assertThat(taken.message()).contains("is taken by another request");
    }
    assertThat(refusal(sites.at("node2"), ENDS).code()).isEqualTo(RefusalCode.PERMISSION);
    SitesDaemon site = lab.site("siteA", "");
    assertThat(refusal(lab.sites("alice", site).at("nowhere/*", "x"), ENDS).message())
        .contains("found no place that matches nowhere/* or x");
  }

  private static Refusal refusal(Sites sites, ActivationRequest request) {
    try (RemoteEvents events = sites.events(request)) {
      return events.requests().get(0).refusal().orElseThrow();
    } catch (InstrumentationException e) {
      return e.refusal();
    }
  }

  @Test
  void receiver_thatIsSlow_holdsUpNobody() throws Exception {
    SitesDaemon site = lab.site("siteA", Laboratory.line("node1", node("siteA/node1")));
    Sites sites = lab.sites("alice", site);
    RemoteEvents dead = lab.opened(sites.events(ActivationRequest.of("dead", "*").buffer(1 << 20)));
    ReceivedEvents received = receive(sites, ENDS);
    LoggingProgram program = program("siteA/node1");
    for (int k = 0; k < 60; k++) {
      program.log(10_000);
      received.awaitNumbers("siteA/node1", (k + 1) * 10_000L);
    }
    assertThat(received.numbers("siteA/node1")).isEqualTo(to(600_000));
    Eventually.await("full buffer", () -> refused(sites, "dead") > 0);
    assertThat(dead.next(Duration.ofSeconds(1))).isPresent();
    assertThat(refused(sites, "r1")).isZero();
  }

  private static long refused(Sites sites, String id) {
    return sites.eventRequests().get(0).requests().stream()
        .filter(one -> one.request().id().equals(id))
        .findFirst()
        .orElseThrow()
        .refusedEvents();
  }
}
