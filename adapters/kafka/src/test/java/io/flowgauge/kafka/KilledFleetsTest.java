package io.flowgauge.kafka;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.fail;

import io.flowgauge.Flowgauge;
import io.flowgauge.log.sink.LogDestination;
import io.flowgauge.log.write.EventLog;
import io.flowgauge.run.RunRecorder;
import io.flowgauge.runlog.RunLog;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * Two fleets and a broker are killed at random moments, or stopped until the group reassigns their
 * partitions, while some records come twice. With {@code -Dflowgauge.long=true}, 1,000 runs of 200
 * activities and a hundred kills.
 */
@Timeout(3600)
class KilledFleetsTest {
  private static final boolean IS_LONG = Boolean.getBoolean("flowgauge.long");
  private static final int RUNS = IS_LONG ? 1_000 : 60;
  private static final int ACTIVITIES = IS_LONG ? 200 : 40;
  private static final int KILLS = IS_LONG ? 100 : 3;
  private static final long PATIENCE_NANOS = Duration.ofMinutes(IS_LONG ? 40 : 3).toNanos();
  private static final String PREFIX = "killed";
  private static final int MOST_SAID = 10_000;

  @TempDir private Path folder;
  private final AtomicBoolean isOver = new AtomicBoolean();
  private final AtomicInteger doubled = new AtomicInteger();
  private final Random random = new Random(20);

  /** Sends every twentieth record again, to the same partition. */
  private void sendAgain(Broker broker) {
    try (Messages events = new Messages(broker.servers(), PREFIX + ".events");
        KafkaProducer<byte[], byte[]> producer =
            new KafkaProducer<>(
                Map.of("bootstrap.servers", broker.servers(), "enable.idempotence", "true"),
                new ByteArraySerializer(),
                new ByteArraySerializer())) {
      int count = 0;
      while (!isOver.get()) {
        for (ConsumerRecord<byte[], byte[]> each : events.more()) {
          if (count++ % 20 == 0) {
            Future<?> unused =
                producer.send(new ProducerRecord<>(each.topic(), each.key(), each.value()));
            doubled.incrementAndGet();
          }
        }
      }
    }
  }

  private Map<String, String> record(Broker broker) throws Exception {
    Map<String, String> expected = new HashMap<>();
    try (EventLog log =
        EventLog.to(LogDestination.parse("kafka://" + broker.servers() + "/" + PREFIX + ".events"))
            .flushEvery(Duration.ofMillis(20))
            .open()) {
      for (int k = 0; k < RUNS; k++) {
        String id = "r" + k;
        RunRecorder recorder = Flowgauge.recorder("run");
        GeneratedRuns.record(k, ACTIVITIES, RunLog.begin(log, id, "run").alongside(recorder));
        expected.put(id, EmbeddedReport.of(recorder.snapshot()));
        Thread.sleep(30);
        while (!log.flush()) {
          Thread.sleep(10); // The broker has been killed.
        }
      }
      assertThat(log.counts().dropped()).isZero();
    }
    return expected;
  }

  private void kill(Broker broker, List<ChildFleet> fleets, Path output) throws Exception {
    for (int k = 0; k < KILLS; k++) {
      Thread.sleep(1000 + random.nextInt(3000));
      if (k % 3 == 2) {
        broker.kill();
        Thread.sleep(random.nextInt(1000));
        broker.start();
      } else if (k % 3 == 1) {
        fleets.get(random.nextInt(fleets.size())).pause(2000 + random.nextInt(4000));
      } else {
        fleets.remove(random.nextInt(fleets.size())).kill();
        fleets.add(new ChildFleet(broker, PREFIX, "512m", output));
      }
    }
  }

  private static String said(Path output) throws IOException {
    String all = Files.readString(output);
    return all.substring(Math.max(0, all.length() - MOST_SAID));
  }

  @Test
  void fleets_killedAgainAndAgain_reportEachRunOnce_asIfRecordedHere() throws Exception {
    Path output = folder.resolve("output");
    List<ChildFleet> fleets = new ArrayList<>();
    Map<String, String> reports = new HashMap<>();
    Map<String, String> expected = new HashMap<>();
    try (Broker broker = new Broker(folder)) {
      Thread doubler = new Thread(() -> sendAgain(broker));
      try {
        for (int k = 0; k < 2; k++) {
          fleets.add(new ChildFleet(broker, PREFIX, "512m", output));
        }
        doubler.start();
        List<Throwable> failures = new ArrayList<>();
        Thread recording =
            new Thread(
                () -> {
                  try {
                    expected.putAll(record(broker));
                  } catch (Exception | AssertionError e) {
                    failures.add(e);
                  }
                });
        recording.start();
        kill(broker, fleets, output);
        recording.join();
        assertThat(failures).isEmpty();
        long end = System.nanoTime() + PATIENCE_NANOS;
        try (Messages messages = new Messages(broker.servers(), PREFIX + ".reports")) {
          while (reports.size() < RUNS) {
            if (System.nanoTime() > end) {
              fail("reports: " + reports.size() + "; the fleets say: " + said(output));
            }
            for (ConsumerRecord<byte[], byte[]> each : messages.more()) {
              String run = new String(each.key(), UTF_8);
              assertThat(reports.put(run, new String(each.value(), UTF_8))).as(run).isNull();
            }
          }
          Thread.sleep(5000);
          assertThat(messages.more()).as("reported again").isEmpty();
        }
      } finally {
        isOver.set(true);
        fleets.forEach(ChildFleet::close);
      }
      doubler.join();
    }
    assertThat(doubled.get()).isPositive();
    for (Map.Entry<String, String> run : expected.entrySet()) {
      assertThat(reports.get(run.getKey())).as(run.getKey()).isEqualTo(run.getValue());
    }
  }
}
