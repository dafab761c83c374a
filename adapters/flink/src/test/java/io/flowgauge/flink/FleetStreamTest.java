package io.flowgauge.flink;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.flowgauge.Flowgauge;
import io.flowgauge.fleet.FleetTimes;
import io.flowgauge.kafka.Broker;
import io.flowgauge.kafka.EmbeddedReport;
import io.flowgauge.kafka.GeneratedRuns;
import io.flowgauge.kafka.Messages;
import io.flowgauge.log.sink.LogDestination;
import io.flowgauge.log.write.EventLog;
import io.flowgauge.run.EventType;
import io.flowgauge.run.RunRecorder;
import io.flowgauge.run.WorkflowRun;
import io.flowgauge.runlog.LoggedActivity;
import io.flowgauge.runlog.RunLog;
import io.flowgauge.store.ExperimentRepository;
import io.flowgauge.store.RunFilter;
import io.flowgauge.testsupport.Eventually;
import io.flowgauge.trace.Times;
import io.flowgauge.workflow.Activity;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.flink.core.execution.JobClient;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.assertj.core.api.Condition;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/**
 * Runs sent through a real broker and assembled on small clusters in this process. Each test takes
 * seconds, because a job waits that long before it takes a partition to be empty.
 */
@Execution(ExecutionMode.CONCURRENT)
@Timeout(300)
class FleetStreamTest {
  @TempDir private static Path folder;
  private static Broker broker;

  @BeforeAll
  static void start() throws Exception {
    broker = new Broker(folder);
  }

  @AfterAll
  static void end() {
    broker.close();
  }

  /**
   * Starts a job on a topic of one partition, as the job would wait for partitions that have no
   * records yet.
   */
  private static JobClient run(String prefix, FleetStream fleet) throws Exception {
    try (Admin admin = Admin.create(Map.of("bootstrap.servers", broker.servers()))) {
      NewTopic events = new NewTopic(prefix + ".events", Optional.of(1), Optional.empty());
      admin.createTopics(List.of(events)).all().get();
    }
    StreamExecutionEnvironment job = StreamExecutionEnvironment.createLocalEnvironment(2);
    job.enableCheckpointing(300);
    fleet.addTo(job);
    return job.executeAsync();
  }

  private static EventLog log(String prefix) throws Exception {
    return EventLog.to(
            LogDestination.parse("kafka://" + broker.servers() + "/" + prefix + ".events"))
        .flushEvery(Duration.ofMillis(20))
        .open();
  }

  private static FleetStream fleet(String prefix) {
    return FleetStream.of(broker.servers())
        .prefix(prefix)
        .times(
            FleetTimes.usual()
                .settle(Duration.ofMillis(500))
                .changes(Duration.ofMillis(100))
                .stalled(Duration.ofSeconds(4)));
  }

  private static List<ConsumerRecord<byte[], byte[]>> messages(String topic, int count)
      throws Exception {
    List<ConsumerRecord<byte[], byte[]>> all = new ArrayList<>();
    try (Messages messages = new Messages(broker.servers(), topic)) {
      Eventually.await(
          count + " records of " + topic,
          () -> {
            all.addAll(messages.more());
            return all.size() >= count;
          });
      all.addAll(messages.more());
    }
    return all;
  }

  private static String text(byte[] bytes) {
    return new String(bytes, UTF_8);
  }

  private static String header(ConsumerRecord<byte[], byte[]> record, String name) {
    return text(record.headers().lastHeader(name).value());
  }

  @Test
  void job_withoutCheckpoints_isRefused() {
    StreamExecutionEnvironment job = StreamExecutionEnvironment.createLocalEnvironment(1);
    assertThatThrownBy(() -> fleet("none").addTo(job))
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("no checkpoints");
  }

  @Test
  void job_withCheckpointsAfterTransactionsTimeOut_isRefused() {
    StreamExecutionEnvironment job = StreamExecutionEnvironment.createLocalEnvironment(1);
    job.enableCheckpointing(600_000);
    assertThatThrownBy(() -> fleet("none").addTo(job))
        .isInstanceOf(IllegalStateException.class)
        .hasMessageStartingWith("checkpoints every 600000 ms are too rare")
        .hasMessageContaining("transaction.timeout.ms=600000");
    assertThatThrownBy(() -> fleet("none").setting("transaction.timeout.ms", "15 min").addTo(job))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("setting transaction.timeout.ms must be a whole number, but is '15 min'");
  }

  /** Flink refuses a job in which two operators have the same id. */
  @Test
  void job_twoFleetsBesideOtherThings_isMade() throws Exception {
    StreamExecutionEnvironment job = StreamExecutionEnvironment.createLocalEnvironment(1);
    job.enableCheckpointing(300);
    fleet("one").addTo(job);
    fleet("other").addTo(job);
    job.fromData(1).uid("events").print().uid("reports");
    assertThat(job.getStreamGraph().getJobGraph().getVertices()).hasSizeGreaterThan(2);
  }

  @Test
  void job_runsOfOneLog_areReportedAsIfRecordedHere() throws Exception {
    Path database = folder.resolve("runs.db");
    Map<String, String> expected = new HashMap<>();
    JobClient job =
        run("plain", fleet("plain").store(new RepositoryStore("jdbc:sqlite:" + database)));
    try (EventLog log = log("plain")) {
      RunLog open = RunLog.begin(log, "open", "run");
      open.activity(Activity.of("a", "t")).log(EventType.ACTIVE, 1);
      assertThat(messages("plain.changes", 1)).isNotEmpty();
      for (int k = 0; k < 20; k++) {
        RunRecorder recorder = Flowgauge.recorder("run");
        GeneratedRuns.record(k, 30 + k, RunLog.begin(log, "r" + k, "run").alongside(recorder));
        expected.put("r" + k, EmbeddedReport.of(recorder.snapshot()));
      }
      Map<String, String> reports = new HashMap<>();
      for (ConsumerRecord<byte[], byte[]> each : messages("plain.reports", expected.size())) {
        assertThat(reports.put(text(each.key()), text(each.value()))).as("a second one").isNull();
      }
      assertThat(reports).isEqualTo(expected);
    } finally {
      job.cancel().get();
    }
    try (ExperimentRepository repository = ExperimentRepository.open(database)) {
      assertThat(repository.runs(RunFilter.all())).hasSize(expected.size());
      assertThat(repository.runs(RunFilter.all().tag("run", "r7"))).hasSize(1);
    }
  }

  @Test
  void job_recordsOfNoUse_areDeadLetters() throws Exception {
    JobClient job = run("bad", fleet("bad"));
    try (EventLog log = log("bad");
        KafkaProducer<byte[], byte[]> producer =
            new KafkaProducer<>(
                Map.of("bootstrap.servers", broker.servers()),
                new ByteArraySerializer(),
                new ByteArraySerializer())) {
      GeneratedRuns.record(
          1, 20, RunLog.begin(log, "good", "run").alongside(Flowgauge.recorder("run")));
      messages("bad.reports", 1);
      for (String key : new String[] {null, "", "garbage", "nothing", "good"}) {
        RecordHeaders headers = new RecordHeaders();
        headers.add("own", new byte[] {7}).add("own", null);
        byte[] value = "nothing".equals(key) ? null : "no block".getBytes(UTF_8);
        Future<?> unused =
            producer.send(
                new ProducerRecord<>(
                    "bad.events", null, key == null ? null : key.getBytes(UTF_8), value, headers));
      }
      List<String> reasons = new ArrayList<>();
      for (ConsumerRecord<byte[], byte[]> each : messages("bad.dead-letters", 5)) {
        reasons.add(header(each, "flowgauge.reason"));
        assertThat(header(each, "flowgauge.topic")).isEqualTo("bad.events");
        assertThat(each.headers().headers("own")).hasSize(2);
        assertThat(each.value() == null || text(each.value()).equals("no block")).isTrue();
      }
      assertThat(reasons)
          .hasSize(5)
          .areAtLeast(2, new Condition<>(reason -> reason.startsWith("found no key"), "no key"))
          .anyMatch(reason -> reason.startsWith("found no value"))
          .contains("run good has been reported before");
      GeneratedRuns.record(
          2, 20, RunLog.begin(log, "later", "run").alongside(Flowgauge.recorder("run")));
      assertThat(messages("bad.reports", 2)).hasSize(2);
    } finally {
      job.cancel().get();
    }
  }

  @Test
  void job_runThatGoesSilent_isLateAndStalls() throws Exception {
    JobClient job = run("silent", fleet("silent"));
    try (EventLog log = log("silent")) {
      RunLog run = RunLog.begin(log, "open", "run");
      long now = Times.epochNanos(Instant.now());
      for (String usual : List.of("b", "c", "d", "e", "f")) {
        LoggedActivity activity = run.activity(Activity.of(usual, "t"));
        activity.log(EventType.ACTIVE, 1, now - 2_000_000_000);
        activity.log(EventType.COMPLETED, 1, now - 1_000_000_000);
      }
      run.activity(Activity.of("a", "t")).log(EventType.ACTIVE, 1, now);
      List<String> alarms =
          messages("silent.alarms", 2).stream().map(each -> text(each.value())).toList();
      assertThat(alarms)
          .allMatch(alarm -> alarm.contains("\"run\":\"open\""))
          .anyMatch(alarm -> alarm.contains("\"alarm\":\"late\",\"of\":\"a\""))
          .anyMatch(alarm -> alarm.contains("\"alarm\":\"stalled\""));
    } finally {
      job.cancel().get();
    }
  }

  /** A store that fails at first. */
  private static final class FailingStore implements StreamStore {
    private static final long serialVersionUID = 1L;
    private static final AtomicInteger TRIED = new AtomicInteger();

    @Override
    public void store(String id, WorkflowRun run, boolean mayBeThere) throws IOException {
      if (TRIED.incrementAndGet() < 2) {
        throw new IOException("down");
      }
    }
  }

  @Test
  void job_runThatCannotBeStored_isReportedWhenItCan() throws Exception {
    JobClient job = run("down", fleet("down").store(new FailingStore()));
    try (EventLog log = log("down")) {
      GeneratedRuns.record(
          1, 20, RunLog.begin(log, "run", "run").alongside(Flowgauge.recorder("run")));
      assertThat(messages("down.reports", 1)).hasSize(1);
      assertThat(FailingStore.TRIED.get()).isEqualTo(2);
    } finally {
      job.cancel().get();
    }
  }

  /** Otherwise the job would restart, reach the same run, and fail again. */
  @Test
  void job_reportThatItsProducerDoesNotTake_isADeadLetter() throws Exception {
    JobClient job = run("large", fleet("large").setting("buffer.memory", "200000"));
    try (EventLog log = log("large")) {
      GeneratedRuns.record(
          1, 2_000, RunLog.begin(log, "large", "run").alongside(Flowgauge.recorder("run")));
      String reason = header(messages("large.dead-letters", 1).get(0), "flowgauge.reason");
      assertThat(reason)
          .startsWith("the report of the run, of ")
          .endsWith(" bytes, is too large for the topic");
      GeneratedRuns.record(
          2, 20, RunLog.begin(log, "small", "run").alongside(Flowgauge.recorder("run")));
      assertThat(messages("large.reports", 1)).hasSize(1);
    } finally {
      job.cancel().get();
    }
  }

  /** As from engines that do not report the end of a run. */
  @Test
  void job_runWithoutAnEnd_isReportedWhenAllHasCompleted() throws Exception {
    FleetTimes times =
        FleetTimes.usual().settle(Duration.ofSeconds(2)).changes(Duration.ofMillis(100));
    JobClient job = run("endless", fleet("endless").times(times));
    try (EventLog log = log("endless")) {
      GeneratedRuns.record(
          1, 20, RunLog.begin(log, "run", "run").alongside(Flowgauge.recorder("run")), false);
      assertThat(messages("endless.reports", 1)).hasSize(1);
    } finally {
      job.cancel().get();
    }
  }
}
