package io.flowgauge.flink;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.fail;

import io.flowgauge.Flowgauge;
import io.flowgauge.kafka.Broker;
import io.flowgauge.kafka.EmbeddedReport;
import io.flowgauge.kafka.GeneratedRuns;
import io.flowgauge.kafka.Messages;
import io.flowgauge.log.sink.LogDestination;
import io.flowgauge.log.write.EventLog;
import io.flowgauge.run.RunRecorder;
import io.flowgauge.runlog.RunLog;
import io.flowgauge.testsupport.Eventually;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
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
 * A job and a broker are killed at random moments, while some records come twice; each time the job
 * continues with another parallelism. With {@code -Dflowgauge.long=true}, 1,000 runs of 200
 * activities and a hundred kills.
 */
@Timeout(3600)
class KilledJobTest {
  private static final boolean IS_LONG = Boolean.getBoolean("flowgauge.long");
  private static final int RUNS = IS_LONG ? 1_000 : 60;
  private static final int ACTIVITIES = IS_LONG ? 200 : 40;
  private static final int KILLS = IS_LONG ? 100 : 2;
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
                Map.of("bootstrap.servers", broker.servers()),
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
        RunRecorder recorder = Flowgauge.recorder("run");
        GeneratedRuns.record(k, ACTIVITIES, RunLog.begin(log, "r" + k, "run").alongside(recorder));
        expected.put("r" + k, EmbeddedReport.of(recorder.snapshot()));
        Thread.sleep(100);
        while (!log.flush()) {
          Thread.sleep(10); // The broker has been killed.
        }
      }
      assertThat(log.counts().dropped()).isZero();
    }
    return expected;
  }

  private ChildJob job(Broker broker, Path checkpoints, int parallelism) throws IOException {
    return new ChildJob(broker, PREFIX, checkpoints, parallelism, folder.resolve("output"));
  }

  /** Kills jobs repeatedly and returns the one that continues. */
  private ChildJob kill(Broker broker, ChildJob first, Path checkpoints) throws Exception {
    ChildJob job = first;
    for (int k = 0; k < KILLS; k++) {
      awaitCheckpoint(checkpoints);
      Thread.sleep(random.nextInt(3000));
      if (k % 3 == 2) {
        broker.kill();
        Thread.sleep(random.nextInt(1000));
        broker.start();
      } else {
        job.kill();
        job = job(broker, checkpoints, 2 - k % 2);
      }
    }
    return job;
  }

  /** Waits for a new checkpoint; a job killed before its first one would test nothing. */
  private void awaitCheckpoint(Path checkpoints) throws Exception {
    Optional<Path> before = ChildJob.newest(checkpoints);
    try {
      Eventually.await("a checkpoint", () -> !ChildJob.newest(checkpoints).equals(before));
    } catch (AssertionError e) {
      throw new AssertionError(e.getMessage() + "; the jobs say: " + said(), e);
    }
  }

  private String said() throws IOException {
    String all = Files.readString(folder.resolve("output"));
    return all.substring(Math.max(0, all.length() - MOST_SAID));
  }

  @Test
  void job_killedAgainAndAgain_reportsEachRunOnce_asIfRecordedHere() throws Exception {
    Map<String, String> reports = new HashMap<>();
    Path checkpoints = Files.createDirectory(folder.resolve("checkpoints"));
    Map<String, String> expected;
    ChildJob job = null;
    try (Broker broker = new Broker(folder)) {
      Thread doubler = new Thread(() -> sendAgain(broker));
      try {
        job = job(broker, checkpoints, 1);
        doubler.start();
        CompletableFuture<Map<String, String>> recorded =
            CompletableFuture.supplyAsync(
                () -> {
                  try {
                    return record(broker);
                  } catch (Exception e) {
                    throw new CompletionException(e);
                  }
                });
        job = kill(broker, job, checkpoints);
        expected = recorded.get();
        long end = System.nanoTime() + PATIENCE_NANOS;
        try (Messages messages = new Messages(broker.servers(), PREFIX + ".reports")) {
          while (reports.size() < RUNS) {
            if (System.nanoTime() > end) {
              fail("reports: " + reports.size() + "; the jobs say: " + said());
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
        if (job != null) {
          job.close();
        }
      }
      doubler.join();
    }
    assertThat(doubled.get()).isPositive();
    assertThat(reports).isEqualTo(expected);
  }
}
