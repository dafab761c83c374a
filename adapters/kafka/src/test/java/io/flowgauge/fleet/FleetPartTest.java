package io.flowgauge.fleet;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.flowgauge.Flowgauge;
import io.flowgauge.log.sink.LogDestination;
import io.flowgauge.log.sink.LogSink;
import io.flowgauge.log.write.EventLog;
import io.flowgauge.run.EventType;
import io.flowgauge.run.RunRecorder;
import io.flowgauge.run.WorkflowRun;
import io.flowgauge.runlog.LoggedActivity;
import io.flowgauge.runlog.RunLog;
import io.flowgauge.runlog.RunSplitter;
import io.flowgauge.testsupport.Eventually;
import io.flowgauge.trace.Times;
import io.flowgauge.workflow.Activity;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.header.Header;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.apache.kafka.common.record.TimestampType;
import org.junit.jupiter.api.Test;

class FleetPartTest {
  private static final FleetTopics TOPICS = new FleetTopics("f");
  private static final TopicPartition PARTITION = new TopicPartition(TOPICS.events(), 0);
  private static final FleetTimes AT_ONCE =
      FleetTimes.usual().settle(Duration.ZERO).changes(Duration.ofNanos(1));

  private static final FleetTimes CHECKED_ALWAYS = FleetTimes.usual().changes(Duration.ofNanos(1));

  /** How long in the future an activity begins that must not be late at once on a busy machine. */
  private static final Duration HEAD_START = Duration.ofSeconds(3);

  private final List<String> troubles = new ArrayList<>();

  /** Returns the blocks of a log after a splitter, as they are sent to Kafka. */
  private static byte[] blocks(String id, Consumer<RunLog> recording) throws IOException {
    ByteArrayOutputStream all = new ByteArrayOutputStream();
    RunSplitter splitter = new RunSplitter((run, blocks) -> all.writeBytes(blocks));
    LogSink sink =
        new LogSink() {
          @Override
          public void write(ByteBuffer... block) {
            splitter.add(Path.of("here"), block);
          }

          @Override
          public void close() {
            // Nothing is open.
          }
        };
    LogDestination here = () -> sink;
    try (EventLog log = EventLog.to(here).flushEvery(Duration.ofDays(1)).open()) {
      recording.accept(RunLog.begin(log, id, "run"));
    }
    return all.toByteArray();
  }

  private static byte[] whole(String id) throws IOException {
    return blocks(
        id,
        run -> {
          attempts(run, 20, EventType.COMPLETED);
          run.end(100);
        });
  }

  private static void attempts(RunLog run, int count, EventType outcome) {
    LoggedActivity activity = run.activity(Activity.of("a", "align"));
    for (int attempt = 1; attempt <= count; attempt++) {
      activity.log(EventType.ACTIVE, attempt, 2L * attempt);
      activity.log(outcome, attempt, 2L * attempt + 1);
    }
  }

  private static ConsumerRecord<byte[], byte[]> record(
      long offset, long millis, String id, byte[] value) {
    return new ConsumerRecord<>(
        PARTITION.topic(),
        PARTITION.partition(),
        offset,
        millis,
        TimestampType.LOG_APPEND_TIME,
        ConsumerRecord.NULL_SIZE,
        ConsumerRecord.NULL_SIZE,
        id.getBytes(UTF_8),
        value,
        new RecordHeaders(),
        Optional.empty());
  }

  private FleetSettings settings(FleetTimes times, RunStore store) {
    return new FleetSettings(TOPICS, times, Optional.of(store), List.of(), troubles::add);
  }

  private static FleetPart part(FleetSettings settings, Outbox outbox, ReportedKeys reported) {
    return new FleetPart(PARTITION, settings, outbox, reported, 0, 0);
  }

  private static Outbox outbox(FleetSettings settings) {
    return new Outbox(settings, FleetTopics.LARGEST);
  }

  private static List<String> keys(List<ProducerRecord<byte[], byte[]>> records, String topic) {
    return records.stream()
        .filter(record -> record.topic().equals(topic))
        .map(record -> new String(record.key(), UTF_8))
        .toList();
  }

  private static List<String> values(List<ProducerRecord<byte[], byte[]>> records, String topic) {
    return records.stream()
        .filter(record -> record.topic().equals(topic))
        .map(record -> new String(record.value(), UTF_8))
        .toList();
  }

  /** Returns the runs that a successor knows to have been reported. */
  private static ReportedKeys reported(List<ProducerRecord<byte[], byte[]>> records) {
    ReportedKeys reported = new ReportedKeys();
    for (ProducerRecord<byte[], byte[]> record : records) {
      if (record.topic().equals(TOPICS.reported())) {
        String key = new String(record.key(), UTF_8);
        if (record.value() == null) {
          reported.remove(key);
        } else {
          reported.add(key);
        }
      }
    }
    return reported;
  }

  @Test
  void review_listenerOfTroubleThrows_runIsStoredLater() throws Exception {
    List<Throwable> uncaught = new ArrayList<>();
    RunStore away =
        (id, run, mayBeThere) -> {
          throw new IOException("away");
        };
    FleetSettings settings =
        new FleetSettings(
            TOPICS,
            AT_ONCE,
            Optional.of(away),
            List.of(),
            message -> {
              throw new IllegalStateException("of the listener");
            });
    Outbox outbox = outbox(settings);
    Thread.UncaughtExceptionHandler before = Thread.currentThread().getUncaughtExceptionHandler();
    try (FleetPart part = part(settings, outbox, new ReportedKeys())) {
      Thread.currentThread().setUncaughtExceptionHandler((thread, e) -> uncaught.add(e));
      part.take(record(0, 1_000, "r", whole("r")));
      part.review(Long.MAX_VALUE);
      assertThat(part.runs()).isEqualTo(1);
      assertThat(keys(outbox.removeAll(), TOPICS.deadLetters())).isEmpty();
      assertThat(uncaught)
          .singleElement()
          .hasToString("java.lang.IllegalStateException: of the listener");
    } finally {
      Thread.currentThread().setUncaughtExceptionHandler(before);
      settings.monitor().close();
    }
  }

  /** As from a store that lacks a class or a native library. */
  @Test
  void review_storeThrowsAnError_othersAreReported() throws Exception {
    RunStore broken =
        (id, run, mayBeThere) -> {
          if (id.equals("odd")) {
            throw new UnsatisfiedLinkError("of the store");
          }
        };
    FleetSettings settings = settings(AT_ONCE, broken);
    Outbox outbox = outbox(settings);
    try (FleetPart part = part(settings, outbox, new ReportedKeys())) {
      part.take(record(0, 1_000, "odd", whole("odd")));
      part.take(record(1, 1_000, "plain", whole("plain")));
      part.review(Long.MAX_VALUE);
      assertThat(part.runs()).isEqualTo(1);
      assertThat(keys(outbox.removeAll(), TOPICS.reports())).containsExactly("plain");
      assertThat(troubles)
          .containsExactly(
              "run odd is not stored yet, and is tried again: UnsatisfiedLinkError: of the store");
    } finally {
      settings.monitor().close();
    }
  }

  @Test
  void review_timesThatNeverCome_waits() throws Exception {
    Duration never = ChronoUnit.FOREVER.getDuration();
    FleetSettings settings =
        settings(new FleetTimes(never, never, never, never), (id, run, mayBeThere) -> {});
    Outbox outbox = outbox(settings);
    try (FleetPart part = part(settings, outbox, new ReportedKeys())) {
      part.take(record(0, 1_000, "open", blocks("open", run -> {})));
      part.take(record(1, 1_700_000_000_000L, "over", whole("over")));
      part.review(Long.MAX_VALUE);
      assertThat(outbox.removeAll()).isEmpty();
      assertThat(part.runs()).isEqualTo(2);
      assertThat(part.dueMillis().getAsLong()).isGreaterThan(1_700_000_000_000L);
    } finally {
      settings.monitor().close();
    }
  }

  /** A successor reads all events again, those from before the silence and those from after it. */
  @Test
  void review_runThatStalledBefore_isNoAlarmOnceMore() throws Exception {
    FleetSettings settings = settings(FleetTimes.usual(), (id, run, mayBeThere) -> {});
    ConsumerRecord<byte[], byte[]> stalls = record(0, 1_000, "a", blocks("a", run -> {}));
    ConsumerRecord<byte[], byte[]> other = record(1, 700_000, "b", blocks("b", run -> {}));
    ConsumerRecord<byte[], byte[]> goesOn =
        record(2, 800_000, "a", blocks("a", run -> attempts(run, 1, EventType.COMPLETED)));
    ConsumerRecord<byte[], byte[]> later = record(3, 1_500_000, "b", blocks("b", run -> {}));
    Outbox outbox = outbox(settings);
    ReportedKeys reported;
    try (FleetPart part = part(settings, outbox, new ReportedKeys())) {
      part.take(stalls);
      part.take(other);
      part.review(Long.MAX_VALUE);
      List<ProducerRecord<byte[], byte[]>> records = outbox.removeAll();
      assertThat(values(records, TOPICS.alarms()))
          .singleElement()
          .asString()
          .startsWith("{\"run\":\"a\",\"name\":\"run\",");
      reported = reported(records);
    }
    try (FleetPart part = part(settings, outbox, reported)) {
      part.take(stalls);
      part.take(other);
      part.review(Long.MAX_VALUE);
      assertThat(keys(outbox.removeAll(), TOPICS.alarms())).isEmpty();
      part.take(goesOn);
      part.review(Long.MAX_VALUE);
      part.take(later);
      part.review(Long.MAX_VALUE);
      assertThat(keys(outbox.removeAll(), TOPICS.alarms())).as("it stalls again").contains("a");
    } finally {
      settings.monitor().close();
    }
  }

  @Test
  void review_runThatHasEndedIsSilent_isNoAlarm() throws Exception {
    FleetSettings settings =
        settings(FleetTimes.usual().settle(Duration.ofHours(1)), (id, run, mayBeThere) -> {});
    Outbox outbox = outbox(settings);
    try (FleetPart part = part(settings, outbox, new ReportedKeys())) {
      part.take(record(0, 1_000, "over", whole("over")));
      part.take(record(1, 700_000, "b", blocks("b", run -> {})));
      part.review(Long.MAX_VALUE);
      assertThat(values(outbox.removeAll(), TOPICS.alarms())).isEmpty();
    } finally {
      settings.monitor().close();
    }
  }

  @Test
  void take_runWithALineFeedInItsId_isKnownToHaveBeenReported() throws Exception {
    FleetSettings settings = settings(AT_ONCE, (id, run, mayBeThere) -> {});
    String id = "one\ntwo\\n";
    ConsumerRecord<byte[], byte[]> record = record(0, 1_000, id, whole(id));
    Outbox outbox = outbox(settings);
    ReportedKeys reported;
    try (FleetPart part = part(settings, outbox, new ReportedKeys())) {
      part.take(record);
      part.review(Long.MAX_VALUE);
      List<ProducerRecord<byte[], byte[]>> records = outbox.removeAll();
      assertThat(keys(records, TOPICS.reports())).containsExactly(id);
      reported = reported(records);
    }
    try (FleetPart part = part(settings, outbox, reported)) {
      assertThat(part.take(record)).isFalse();
    } finally {
      settings.monitor().close();
    }
  }

  /** As when a transaction fails and everything is read again. */
  @Test
  void review_outboxIsLost_runIsNotCountedTwice() throws Exception {
    FleetSettings settings = settings(AT_ONCE, (id, run, mayBeThere) -> {});
    ConsumerRecord<byte[], byte[]> usual = record(0, 1_000, "usual", whole("usual"));
    try (FleetPart lost = part(settings, outbox(settings), new ReportedKeys())) {
      lost.take(usual);
      lost.review(Long.MAX_VALUE);
      assertThat(lost.runs()).isZero();
      assertThat(lost.reported()).isZero();
    }
    Outbox outbox = outbox(settings);
    try (FleetPart part = part(settings, outbox, new ReportedKeys())) {
      part.take(usual);
      part.review(Long.MAX_VALUE);
      assertThat(keys(outbox.removeAll(), TOPICS.reports())).containsExactly("usual");
      outbox.sent();
      assertThat(part.reported()).isEqualTo(1);
      part.take(record(1, 1_000, "bad", blocks("bad", run -> attempts(run, 5, EventType.FAILED))));
      assertThat(awaited(TOPICS.alarms(), part, outbox))
          .singleElement()
          .asString()
          .contains("0 of 20 in earlier runs");
    } finally {
      settings.monitor().close();
    }
  }

  /** A Flink job would fail, after each restart again, at a message that Kafka refuses. */
  @Test
  void take_recordOfNoUseWithLargeHeaders_becomesADeadLetterThatFits() throws Exception {
    int largest = 300_000;
    FleetSettings settings = settings(AT_ONCE, (id, run, mayBeThere) -> {});
    Outbox outbox = new Outbox(settings, largest);
    try (FleetPart part = part(settings, outbox, new ReportedKeys())) {
      for (int header : new int[] {1_000, 150_000, 290_000}) {
        ConsumerRecord<byte[], byte[]> garbage = record(header, 1_000, "r", new byte[200_000]);
        garbage.headers().add("own", new byte[header]);
        assertThat(part.take(garbage)).isFalse();
      }
      List<ProducerRecord<byte[], byte[]>> dead = outbox.removeAll();
      assertThat(dead).allSatisfy(each -> assertThat(size(each)).isLessThan(largest));
      assertThat(dead).extracting(each -> each.value().length).containsExactly(200_000, 0, 0);
      assertThat(dead)
          .extracting(each -> each.headers().headers("own").iterator().hasNext())
          .containsExactly(true, true, false);
    } finally {
      settings.monitor().close();
    }
  }

  /** Returns the first messages to a topic, which may take more than one review. */
  private static List<String> awaited(String topic, FleetPart part, Outbox outbox)
      throws Exception {
    List<String> messages = new ArrayList<>();
    Eventually.await(
        "a message to " + topic,
        () -> {
          part.review(Long.MAX_VALUE);
          messages.addAll(values(outbox.removeAll(), topic));
          return !messages.isEmpty();
        });
    return messages;
  }

  private static List<WorkflowRun> earlierRuns() {
    RunRecorder recorder = Flowgauge.recorder("run");
    for (int a = 0; a < 20; a++) {
      String id = "e" + a;
      recorder.activity(Activity.of(id, "align"));
      recorder.record(id, EventType.ACTIVE, 1_000_000_000L * a, 1);
      recorder.record(id, EventType.COMPLETED, 1_000_000_000L * a + 100_000_000 + a, 1);
    }
    return List.of(recorder.snapshot());
  }

  @Test
  void review_activityBecomesLateInSilence_isAnAlarm() throws Exception {
    FleetSettings settings =
        new FleetSettings(TOPICS, CHECKED_ALWAYS, Optional.empty(), earlierRuns(), troubles::add);
    Outbox outbox = outbox(settings);
    try (FleetPart part = part(settings, outbox, new ReportedKeys())) {
      long soon = Times.epochNanos(Instant.now().plus(HEAD_START));
      byte[] begins =
          blocks(
              "r",
              run -> run.activity(Activity.of("slow", "align")).log(EventType.ACTIVE, 1, soon));
      part.upToDate(true, System.nanoTime());
      part.take(record(0, 1_000, "r", begins));
      part.review(Long.MAX_VALUE);
      assertThat(values(outbox.removeAll(), TOPICS.alarms())).isEmpty();
      assertThat(awaited(TOPICS.alarms(), part, outbox))
          .singleElement()
          .asString()
          .contains("\"late\",\"of\":\"slow\"");
    } finally {
      settings.monitor().close();
    }
  }

  /**
   * As when a fleet restarts after an hour: the end of the activity is among the records still to
   * be read.
   */
  @Test
  void review_recordsOfAnHourAgo_areNoAlarm() throws Exception {
    FleetSettings settings =
        new FleetSettings(TOPICS, CHECKED_ALWAYS, Optional.empty(), earlierRuns(), troubles::add);
    Outbox outbox = outbox(settings);
    try (FleetPart part = part(settings, outbox, new ReportedKeys())) {
      Instant begin = Instant.now().minus(Duration.ofHours(1));
      long nanos = Times.epochNanos(begin);
      byte[] begins =
          blocks(
              "r", run -> run.activity(Activity.of("a", "align")).log(EventType.ACTIVE, 1, nanos));
      part.take(record(0, begin.toEpochMilli(), "r", begins));
      part.review(Long.MAX_VALUE);
      assertThat(keys(outbox.removeAll(), TOPICS.alarms())).isEmpty();
      part.upToDate(true, System.nanoTime());
      part.review(Long.MAX_VALUE);
      assertThat(keys(outbox.removeAll(), TOPICS.alarms())).as("nothing is left").contains("r");
    } finally {
      settings.monitor().close();
    }
  }

  @Test
  void review_recordJustTaken_isInItsChange() throws Exception {
    FleetSettings settings = settings(CHECKED_ALWAYS, (id, run, mayBeThere) -> {});
    Outbox outbox = outbox(settings);
    try (FleetPart part = part(settings, outbox, new ReportedKeys())) {
      part.take(record(0, 1_000, "r", blocks("r", run -> {})));
      part.review(Long.MAX_VALUE);
      outbox.removeAll();
      part.take(record(1, 1_000, "r", blocks("r", run -> attempts(run, 1, EventType.COMPLETED))));
      assertThat(awaited(TOPICS.changes(), part, outbox))
          .singleElement()
          .asString()
          .contains("\"activities\":1,\"over\":1");
    } finally {
      settings.monitor().close();
    }
  }

  private static int size(ProducerRecord<byte[], byte[]> record) {
    int size = record.key().length + record.value().length;
    for (Header header : record.headers()) {
      size += header.key().length() + header.value().length;
    }
    return size;
  }
}
