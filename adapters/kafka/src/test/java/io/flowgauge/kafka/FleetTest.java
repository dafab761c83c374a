package io.flowgauge.kafka;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.flowgauge.Flowgauge;
import io.flowgauge.fleet.FleetException;
import io.flowgauge.fleet.FleetSettings;
import io.flowgauge.fleet.FleetTimes;
import io.flowgauge.fleet.FleetTopics;
import io.flowgauge.fleet.RunStore;
import io.flowgauge.log.sink.LogDestination;
import io.flowgauge.log.write.EventLog;
import io.flowgauge.run.EventType;
import io.flowgauge.run.RunRecorder;
import io.flowgauge.run.WorkflowRun;
import io.flowgauge.runlog.RunLog;
import io.flowgauge.testsupport.Eventually;
import io.flowgauge.workflow.Activity;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.AlterConfigOp;
import org.apache.kafka.clients.admin.ConfigEntry;
import org.apache.kafka.clients.admin.NewPartitions;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.KafkaFuture;
import org.apache.kafka.common.config.ConfigResource;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Runs sent through a real broker. */
@Timeout(300)
class FleetTest {
  private static final Map<String, Object> NOWHERE =
      Map.of(
          "bootstrap.servers", "127.0.0.1:1",
          "default.api.timeout.ms", 100,
          "request.timeout.ms", 50);

  @TempDir private static Path folder;
  private static Broker broker;

  private final List<String> troubles = Collections.synchronizedList(new ArrayList<>());
  private final Map<String, WorkflowRun> stored = new ConcurrentHashMap<>();

  @BeforeAll
  static void start() throws Exception {
    broker = new Broker(folder);
  }

  @AfterAll
  static void end() {
    broker.close();
  }

  private static EventLog log(String prefix) throws Exception {
    return EventLog.to(
            LogDestination.parse("kafka://" + broker.servers() + "/" + prefix + ".events"))
        .flushEvery(Duration.ofMillis(20))
        .open();
  }

  private FleetBuilder fleet(String prefix) {
    return Fleet.of(broker.servers())
        .prefix(prefix)
        .group(prefix)
        .settle(Duration.ofMillis(300))
        .changes(Duration.ofMillis(100))
        .store((id, run, mayBeThere) -> stored.put(id, run))
        .onTrouble(troubles::add);
  }

  private static Map<String, String> reports(String prefix, int count) throws Exception {
    Map<String, String> reports = new HashMap<>();
    try (Messages messages = new Messages(broker.servers(), prefix + ".reports")) {
      Eventually.await(
          "reports",
          () -> {
            for (ConsumerRecord<byte[], byte[]> each : messages.more()) {
              String before =
                  reports.put(new String(each.key(), UTF_8), new String(each.value(), UTF_8));
              assertThat(before).as("reported twice").isNull();
            }
            return reports.size() >= count;
          });
    }
    return reports;
  }

  @Test
  void fleet_topicOfOnePartition_isReported() throws Exception {
    try (Admin admin = Admin.create(Map.of("bootstrap.servers", broker.servers()))) {
      NewTopic narrow = new NewTopic("narrow.events", Optional.of(1), Optional.empty());
      admin.createTopics(List.of(narrow)).all().get();
    }
    try (Fleet fleet = fleet("narrow").open()) {
      Eventually.await("trouble", () -> !troubles.isEmpty());
      assertThat(troubles.get(0)).startsWith("topic narrow.events has one partition, so ");
      assertThat(fleet.reported()).isZero();
    }
  }

  @Test
  void fleet_runsOfOneLog_areReportedAsIfRecordedHere() throws Exception {
    Map<String, RunRecorder> recorders = new HashMap<>();
    try (Fleet fleet = fleet("plain").open();
        EventLog log = log("plain")) {
      for (int k = 0; k < 20; k++) {
        RunRecorder recorder = Flowgauge.recorder("run");
        GeneratedRuns.record(k, 30 + k, RunLog.begin(log, "r" + k, "run").alongside(recorder));
        recorders.put("r" + k, recorder);
      }
      Map<String, String> reports = reports("plain", recorders.size());
      assertThat(reports.keySet()).isEqualTo(recorders.keySet());
      for (Map.Entry<String, RunRecorder> run : recorders.entrySet()) {
        WorkflowRun expected = run.getValue().snapshot();
        assertThat(reports.get(run.getKey())).isEqualTo(EmbeddedReport.of(expected));
        assertThat(stored.get(run.getKey()).makespan()).isEqualTo(expected.makespan());
      }
      Eventually.await("the count", () -> fleet.reported() == 20);
      assertThat(fleet.runs()).isZero();
      assertThat(fleet.monitor().runs()).isEmpty();
    }
    assertThat(troubles).isEmpty();
  }

  /** Topics are usable at once: callers need not retry until every broker knows them. */
  @Test
  void topics_justMade_areKnown() throws Exception {
    try (Admin admin = Admin.create(Map.of("bootstrap.servers", broker.servers()))) {
      for (int k = 0; k < 20; k++) {
        FleetTopics topics = new FleetTopics("made" + k);
        topics.make(admin);
        assertThat(topics.largest(admin)).isEqualTo(FleetTopics.LARGEST);
      }
    }
  }

  /** Sharing the work among more processes may mean adding partitions to the events. */
  @Test
  void fleet_partitionsAdded_reportsTheirRuns() throws Exception {
    try (Admin admin = Admin.create(Map.of("bootstrap.servers", broker.servers()))) {
      int partitions = new FleetTopics("wider").make(admin);
      NewPartitions more = NewPartitions.increaseTo(partitions + 1);
      admin.createPartitions(Map.of("wider.events", more)).all().get();
    }
    try (Fleet fleet = fleet("wider").open();
        EventLog log = log("wider")) {
      for (int k = 0; k < 30; k++) {
        GeneratedRuns.record(k, 5, RunLog.begin(log, "r" + k, "run").alongside(recorder()));
      }
      assertThat(reports("wider", 30)).hasSize(30);
      assertThat(fleet.runs()).isZero();
    }
    assertThat(troubles).isEmpty();
  }

  /** Otherwise each attempt would leave a client behind. */
  @Test
  void fleet_withoutBroker_keepsNoClients() throws Exception {
    String own = "kafka-admin-client-thread";
    try (Fleet fleet =
        Fleet.of("127.0.0.1:1")
            .setting("default.api.timeout.ms", "100")
            .setting("request.timeout.ms", "50")
            .onTrouble(troubles::add)
            .open()) {
      Set<String> seen = new HashSet<>();
      Eventually.await(
          "three tries",
          () -> {
            List<String> now =
                Thread.getAllStackTraces().keySet().stream()
                    .map(Thread::getName)
                    .filter(name -> name.startsWith(own))
                    .toList();
            assertThat(now).hasSizeLessThanOrEqualTo(1);
            seen.addAll(now);
            return seen.size() >= 3;
          });
      assertThat(fleet.reported()).isZero();
    }
    assertThat(troubles).containsExactly("no broker answers at 127.0.0.1:1; trying until one does");
  }

  @Test
  void await_brokerThatComesLate_isReportedOnce() throws Exception {
    BrokerWait wait = new BrokerWait("here", Duration.ofMillis(10), troubles::add);
    try (Admin none = Admin.create(NOWHERE);
        Admin some = Admin.create(Map.of("bootstrap.servers", broker.servers()))) {
      for (int k = 0; k < 2; k++) {
        assertThatThrownBy(() -> wait.await(none)).isInstanceOf(BrokerWait.NoAnswerException.class);
      }
      wait.await(some);
      wait.await(some);
    }
    assertThat(troubles)
        .containsExactly(
            "no broker answers at here; trying until one does", "a broker has answered at here");
  }

  /** Closing ends the attempts to connect. */
  @Test
  void close_whileNoBrokerAnswers_doesNotWaitForOne() throws Exception {
    Fleet fleet = Fleet.of("127.0.0.1:9").onTrouble(troubles::add).open();
    Eventually.await("trouble", () -> !troubles.isEmpty());
    long begun = System.nanoTime();
    fleet.close();
    assertThat(Duration.ofNanos(System.nanoTime() - begun)).isLessThan(Duration.ofSeconds(5));
    assertThat(Thread.getAllStackTraces().keySet())
        .extracting(Thread::getName)
        .doesNotContain("flowgauge-fleet");
    assertThat(troubles).containsExactly("no broker answers at 127.0.0.1:9; trying until one does");
  }

  /** The fleet may be closed just before it opens a session. */
  @Test
  void open_afterTheEnd_doesNotWaitForABroker() {
    FleetSettings settings =
        new FleetSettings(
            new FleetTopics("none"),
            FleetTimes.usual(),
            Optional.empty(),
            List.of(),
            troubles::add);
    FleetLoop loop = new FleetLoop(new FleetClient("none", NOWHERE), settings);
    loop.end();
    assertThatThrownBy(loop::open).isInstanceOf(FleetException.class).hasMessage("interrupted");
    assertThat(troubles).isEmpty();
  }

  /** There are changes to publish, so that the fleet is likely to wait for the broker. */
  @Test
  void fleet_brokerFallsSilent_isReported_andNotWaitedFor() throws Exception {
    Fleet fleet = fleet("silent").open();
    try (EventLog log = log("silent")) {
      RunLog.begin(log, "r", "run").activity(Activity.of("a", "t"));
      Eventually.await("a run", () -> fleet.runs() == 1);
      broker.pause(true);
      try {
        Eventually.await("a warning", () -> !troubles.isEmpty());
        long begun = System.nanoTime();
        fleet.close();
        assertThat(Duration.ofNanos(System.nanoTime() - begun)).isLessThan(Duration.ofSeconds(8));
      } finally {
        broker.pause(false);
      }
    }
    assertThat(Thread.getAllStackTraces().keySet())
        .extracting(Thread::getName)
        .doesNotContain("flowgauge-fleet");
    assertThat(troubles)
        .containsExactly("no broker answers at " + broker.servers() + "; trying until one does");
  }

  /** The listener runs in the fleet's thread, which cannot wait for itself. */
  @Test
  void close_byListenerOfTrouble_returns() throws Exception {
    AtomicReference<Fleet> fleet = new AtomicReference<>();
    CountDownLatch isOpen = new CountDownLatch(1);
    CountDownLatch isClosed = new CountDownLatch(1);
    fleet.set(
        Fleet.of("127.0.0.1:1")
            .setting("default.api.timeout.ms", "100")
            .setting("request.timeout.ms", "50")
            .onTrouble(
                message -> {
                  try {
                    isOpen.await();
                    fleet.get().close();
                    isClosed.countDown();
                  } catch (IOException | InterruptedException e) {
                    throw new IllegalStateException(e);
                  }
                })
            .open());
    isOpen.countDown();
    assertThat(isClosed.await(20, TimeUnit.SECONDS)).isTrue();
    fleet.get().close();
  }

  @Test
  void fleet_storeThrowsAnError_goesOn() throws Exception {
    AtomicBoolean hasThrown = new AtomicBoolean();
    RunStore store =
        (id, run, mayBeThere) -> {
          if (hasThrown.compareAndSet(false, true)) {
            throw new NoClassDefFoundError("of a store");
          }
        };
    try (Fleet fleet = fleet("error").store(store).open();
        EventLog log = log("error")) {
      GeneratedRuns.record(
          1, 10, RunLog.begin(log, "r1", "run").alongside(Flowgauge.recorder("run")));
      assertThat(reports("error", 1)).containsOnlyKeys("r1");
      Eventually.await("the count", () -> fleet.reported() == 1);
    }
    assertThat(troubles)
        .contains("run r1 is not stored yet, and is tried again: NoClassDefFoundError: of a store");
  }

  @Test
  void log_topicThatIsJustMade_takesEverything() throws Exception {
    try (Admin admin = Admin.create(Map.of("bootstrap.servers", broker.servers()))) {
      for (int k = 0; k < 6; k++) {
        assertArrivesInNewTopic(admin, "fresh" + k);
      }
    }
  }

  private static void assertArrivesInNewTopic(Admin admin, String prefix) throws Exception {
    Set<String> runs = new HashSet<>();
    try (EventLog log = log(prefix);
        Messages messages = new Messages(broker.servers(), prefix + ".events")) {
      KafkaFuture<Void> made =
          admin.createTopics(List.of(new NewTopic(prefix + ".events", 100, (short) 1))).all();
      for (int run = 0; run < 500; run++) {
        RunLog.begin(log, "r" + run, "run").end(run);
        if (run % 50 == 0) {
          log.flush();
          Thread.sleep(10);
        }
      }
      made.get();
      Eventually.await(
          "records of all runs",
          () -> {
            messages.more().forEach(each -> runs.add(new String(each.key(), UTF_8)));
            return runs.size() == 500;
          });
    }
  }

  /** Nothing more is logged, so only the refused record itself can reveal the problem. */
  @Test
  void log_lastRecordRefused_isReportedAndTriedAgain() throws Exception {
    try (Admin admin = Admin.create(Map.of("bootstrap.servers", broker.servers()));
        EventLog log = log("refused");
        Messages messages = new Messages(broker.servers(), "refused.events")) {
      NewTopic narrow =
          new NewTopic("refused.events", 1, (short) 1).configs(Map.of("max.message.bytes", "100"));
      admin.createTopics(List.of(narrow)).all().get();
      RunLog.begin(log, "r", "run").end(1);
      log.flush();
      Eventually.await("a failure", () -> log.counts().failure().isPresent());
      assertThat(log.counts().failure().get()).contains("RecordTooLarge");
      ConfigResource topic = new ConfigResource(ConfigResource.Type.TOPIC, "refused.events");
      AlterConfigOp widen =
          new AlterConfigOp(
              new ConfigEntry("max.message.bytes", "100000"), AlterConfigOp.OpType.SET);
      admin.incrementalAlterConfigs(Map.of(topic, List.of(widen))).all().get();
      Eventually.await("the record", () -> !messages.more().isEmpty());
      Eventually.await("no failure", () -> log.counts().failure().isEmpty());
    }
  }

  /**
   * Records that are no events, come too late, or lack the beginning of their run do not stop the
   * fleet, and are kept.
   */
  @Test
  void fleet_recordsOfNoUse_areDeadLetters() throws Exception {
    try (Fleet fleet = fleet("bad").forgotten(Duration.ofSeconds(3)).open();
        EventLog log = log("bad");
        KafkaProducer<byte[], byte[]> producer =
            new KafkaProducer<>(
                Map.of("bootstrap.servers", broker.servers()),
                new ByteArraySerializer(),
                new ByteArraySerializer())) {
      GeneratedRuns.record(1, 20, RunLog.begin(log, "good", "run").alongside(recorder()));
      reports("bad", 1);
      for (String key : new String[] {null, "", "garbage", "nothing", "good"}) {
        byte[] value = "nothing".equals(key) ? null : "no block".getBytes(UTF_8);
        Future<?> unused =
            producer.send(
                new ProducerRecord<>(
                    "bad.events", key == null ? null : key.getBytes(UTF_8), value));
      }
      RunLog.join(log, "unbegun").activity(Activity.of("a", "t")).log(EventType.COMPLETED, 1);
      List<String> reasons = new ArrayList<>();
      try (Messages messages = new Messages(broker.servers(), "bad.dead-letters")) {
        Eventually.await(
            "dead letters",
            () -> {
              reasons.addAll(reasons(messages));
              return reasons.size() >= 6;
            });
      }
      assertThat(reasons)
          .containsOnlyOnce(
              "found no value, expected events of run nothing",
              "run good has been reported before",
              "the beginning of the run has not arrived, only later events")
          .filteredOn(reason -> reason.equals("found no key, expected the id of a run"))
          .hasSize(2);
      assertThat(reasons)
          .anySatisfy(reason -> assertThat(reason).contains("byte 0: found no block, expected"));
      GeneratedRuns.record(2, 20, RunLog.begin(log, "another", "run").alongside(recorder()));
      reports("bad", 2);
      assertThat(fleet.runs()).isZero();
    }
    assertThat(troubles).isEmpty();
  }

  /** An unavailable store, and a report too large for the topic, delay no other run. */
  @Test
  void fleet_storeAwayAndReportTooLarge_othersAreReported() throws Exception {
    try (Admin admin = Admin.create(Map.of("bootstrap.servers", broker.servers()))) {
      admin
          .createTopics(
              List.of(
                  new NewTopic("large.reports", 1, (short) 1)
                      .configs(Map.of("max.message.bytes", "20000"))))
          .all()
          .get();
    }
    AtomicInteger refused = new AtomicInteger();
    RunStore store =
        (id, run, mayBeThere) -> {
          if (id.equals("later") && refused.getAndIncrement() == 0) {
            throw new IllegalStateException("away");
          }
          stored.put(id, run);
        };
    try (Fleet fleet = fleet("large").store(store).open();
        EventLog log = log("large")) {
      GeneratedRuns.record(1, 20, RunLog.begin(log, "later", "run").alongside(recorder()));
      GeneratedRuns.record(2, 5000, RunLog.begin(log, "large", "run").alongside(recorder()));
      GeneratedRuns.record(3, 20, RunLog.begin(log, "small", "run").alongside(recorder()));
      assertThat(reports("large", 2)).containsOnlyKeys("later", "small");
      try (Messages messages = new Messages(broker.servers(), "large.dead-letters")) {
        List<String> reasons = new ArrayList<>();
        Eventually.await("dead letter", () -> reasons.addAll(reasons(messages)));
        assertThat(reasons)
            .singleElement()
            .satisfies(reason -> assertThat(reason).endsWith("is too large for the topic"));
      }
      assertThat(fleet.runs()).isZero();
    }
    assertThat(stored).containsOnlyKeys("later", "large", "small");
    assertThat(troubles)
        .contains("run later is not stored yet, and is tried again: IllegalState: away");
  }

  /** The store may have failed after it had stored the run. */
  @Test
  void fleet_storeFails_isGivenTheRunAgainAsOneThatMayBeThere() throws Exception {
    List<Boolean> given = Collections.synchronizedList(new ArrayList<>());
    RunStore store =
        (id, run, mayBeThere) -> {
          if (id.equals("first")) {
            stored.put(id, run);
            return;
          }
          given.add(mayBeThere);
          if (given.size() == 1) {
            throw new IllegalStateException("cut off");
          }
        };
    try (Fleet fleet = fleet("again").store(store).open();
        EventLog log = log("again")) {
      GeneratedRuns.record(1, 20, RunLog.begin(log, "first", "run").alongside(recorder()));
      // The fleet is reading now, so later runs have not been given to anybody before.
      Eventually.await("a run", () -> stored.containsKey("first"));
      GeneratedRuns.record(2, 20, RunLog.begin(log, "second", "run").alongside(recorder()));
      assertThat(reports("again", 2)).containsOnlyKeys("first", "second");
      assertThat(fleet.runs()).isZero();
    }
    assertThat(given).containsExactly(false, true);
  }

  private static List<String> reasons(Messages messages) {
    return messages.more().stream()
        .map(each -> new String(each.headers().lastHeader("flowgauge.reason").value(), UTF_8))
        .toList();
  }

  private static RunRecorder recorder() {
    return Flowgauge.recorder("run");
  }

  @Test
  void fleet_runThatStallsIsLateAndFails_isAnAlarm_once() throws Exception {
    List<WorkflowRun> earlier = new ArrayList<>();
    for (int k = 0; k < 3; k++) {
      RunRecorder recorder = recorder();
      for (int a = 0; a < 20; a++) {
        recorder.activity(Activity.of("e" + a, "align"));
        recorder.record("e" + a, EventType.ACTIVE, 1_000_000_000L * a, 1);
        recorder.record(
            "e" + a, EventType.COMPLETED, 1_000_000_000L * a + 100_000_000 + a * 1_000_000L, 1);
      }
      earlier.add(recorder.snapshot());
    }
    List<String> alarms = new ArrayList<>();
    AtomicBoolean hasChanged = new AtomicBoolean();
    try (Fleet fleet = fleet("alarms").earlier(earlier).stalled(Duration.ofSeconds(4)).open();
        EventLog log = log("alarms");
        Messages messages = new Messages(broker.servers(), "alarms.alarms");
        Messages changes = new Messages(broker.servers(), "alarms.changes")) {
      RunLog run = RunLog.begin(log, "r", "run");
      long now = Instant.now().getEpochSecond() * 1_000_000_000;
      for (int attempt = 1; attempt <= 5; attempt++) {
        run.activity(Activity.of("fails", "align")).log(EventType.ACTIVE, attempt, now + attempt);
        run.record("fails", EventType.FAILED, now + attempt + 1, attempt);
      }
      run.activity(Activity.of("slow", "align")).log(EventType.ACTIVE, 1, now - 60_000_000_000L);
      Eventually.await(
          "alarms",
          () -> {
            messages.more().forEach(each -> alarms.add(new String(each.value(), UTF_8)));
            hasChanged.compareAndSet(
                false,
                changes.more().stream()
                    .anyMatch(each -> new String(each.value(), UTF_8).contains("\"running\":1")));
            return alarms.size() >= 3 && hasChanged.get();
          });
      run.activity(Activity.of("more", "align"));
      Thread.sleep(1000);
      messages.more().forEach(each -> alarms.add(new String(each.value(), UTF_8)));
      assertThat(fleet.runs()).isEqualTo(1);
    }
    assertThat(alarms).hasSize(3);
    assertThat(alarms)
        .anySatisfy(text -> assertThat(text).contains("\"alarm\":\"late\",\"of\":\"slow\""))
        .anySatisfy(
            text ->
                assertThat(text)
                    .contains("\"alarm\":\"failing\",\"of\":\"align\"")
                    .contains("5 of 5 attempts failed, 0 of 60 in earlier runs"))
        .anySatisfy(text -> assertThat(text).contains("\"alarm\":\"stalled\""));
    assertThat(troubles).isEmpty();
  }
}
