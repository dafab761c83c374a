package io.flowgauge.kafka;

import io.flowgauge.fleet.Failures;
import io.flowgauge.fleet.FleetException;
import io.flowgauge.fleet.FleetPart;
import io.flowgauge.fleet.FleetSettings;
import io.flowgauge.fleet.FleetTopics;
import io.flowgauge.fleet.Outbox;
import io.flowgauge.fleet.ReportedKeys;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Collection;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.Future;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.consumer.CloseOptions;
import org.apache.kafka.clients.consumer.ConsumerRebalanceListener;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.apache.kafka.clients.consumer.CooperativeStickyAssignor;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.RecordTooLargeException;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.ByteArraySerializer;

/**
 * A fleet's connections to Kafka, and the runs assembled through them, until something fails. Not
 * thread-safe.
 *
 * <p>The committed offset of a partition is the position up to which it was read. Its metadata hold
 * the offset at which a successor must start reading: that of the first record of the oldest run in
 * progress.
 */
final class FleetSession implements AutoCloseable {
  private static final Duration POLL = Duration.ofMillis(100);

  /** How long each client may take to close, once there is something to close in order. */
  private static final Duration CLOSE = Duration.ofSeconds(10);

  private static final long REVIEW_NANOS = 50_000_000;
  private static final long COMMIT_NANOS = 200_000_000;

  /** How often offsets are committed while there is nothing to publish. */
  private static final long OFFSETS_NANOS = 2_000_000_000;

  static final int TRANSACTION_MILLIS = 15_000;

  private final FleetClient client;
  private final FleetSettings settings;
  private final BrokerWait broker;
  private final Outbox outbox;
  private final Admin admin;
  private final KafkaConsumer<byte[], byte[]> consumer;
  private final KafkaProducer<byte[], byte[]> producer;

  /** Actions that close the open clients, the newest first. */
  private final Deque<Runnable> clients = new ArrayDeque<>();

  private final Map<TopicPartition, FleetPart> parts = new HashMap<>();

  /** The offsets committed last, by partition. */
  private final Map<TopicPartition, OffsetAndMetadata> committed = new HashMap<>();

  /** Whether there was no time to review some runs. */
  private boolean isBusy;

  private volatile Duration patience = Duration.ZERO;
  private long committedAt = System.nanoTime();
  private long reportedByLost;
  private long reportedTaken;

  private FleetSession(FleetClient client, FleetSettings settings, BrokerWait broker) {
    this.client = client;
    this.settings = settings;
    this.broker = broker;
    outbox = new Outbox(settings, FleetTopics.LARGEST);
    try {
      admin = Admin.create(with(Map.of()));
      clients.push(() -> admin.close(patience));
      producer =
          new KafkaProducer<>(
              with(
                  Map.of(
                      "transactional.id",
                      client.group() + "-" + UUID.randomUUID(),
                      "transaction.timeout.ms",
                      TRANSACTION_MILLIS,
                      "max.block.ms",
                      TRANSACTION_MILLIS,
                      "delivery.timeout.ms",
                      TRANSACTION_MILLIS,
                      "request.timeout.ms",
                      TRANSACTION_MILLIS / 2,
                      "max.request.size",
                      FleetTopics.LARGEST,
                      "buffer.memory",
                      FleetTopics.MEMORY,
                      "compression.type",
                      "lz4",
                      "linger.ms",
                      5,
                      "max.in.flight.requests.per.connection",
                      FleetTopics.REQUESTS)),
              new ByteArraySerializer(),
              new ByteArraySerializer());
      clients.push(() -> producer.close(patience));
      consumer = consumer(Map.of("group.id", client.group()));
      clients.push(() -> consumer.close(CloseOptions.timeout(patience)));
    } catch (RuntimeException e) {
      close();
      throw e;
    }
  }

  /** Connects to the brokers and joins the group. */
  static FleetSession open(FleetClient client, FleetSettings settings, BrokerWait broker) {
    FleetSession session = new FleetSession(client, settings, broker);
    try {
      session.makeTopics();
      session.producer.initTransactions();
      session.consumer.subscribe(List.of(settings.topics().events()), session.new Rebalance());
      session.patience = CLOSE;
      return session;
    } catch (RuntimeException e) {
      session.close();
      throw e;
    }
  }

  private void makeTopics() {
    try {
      broker.await(admin);
      if (settings.topics().make(admin) == 1) {
        settings.trouble(
            "topic "
                + settings.topics().events()
                + " has one partition, so other processes of the group have nothing to do; create"
                + " the topic with more partitions before engines write to it");
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new FleetException("interrupted", e);
    }
  }

  private Map<String, Object> with(Map<String, Object> more) {
    Map<String, Object> all = new HashMap<>(more);
    all.putAll(client.settings());
    return all;
  }

  private KafkaConsumer<byte[], byte[]> consumer(Map<String, Object> more) {
    Map<String, Object> all =
        with(
            Map.of(
                "isolation.level", "read_committed",
                "enable.auto.commit", "false",
                "auto.offset.reset", "earliest",
                "max.poll.records", 2_000,
                "partition.assignment.strategy", List.of(CooperativeStickyAssignor.class),
                "allow.auto.create.topics", "false"));
    all.putAll(more);
    return KafkaClasses.withKafkaClassLoader(
        () -> new KafkaConsumer<>(all, new ByteArrayDeserializer(), new ByteArrayDeserializer()));
  }

  /** Gives partitions up, and takes others over. */
  private final class Rebalance implements ConsumerRebalanceListener {
    @Override
    public void onPartitionsRevoked(Collection<TopicPartition> revoked) {
      if (!revoked.isEmpty()) {
        commit();
        forget(revoked);
      }
    }

    /**
     * Fails, which closes the session: the outbox may hold records about these partitions, which
     * this fleet must no longer publish.
     */
    @Override
    public void onPartitionsLost(Collection<TopicPartition> lost) {
      if (!lost.isEmpty()) {
        throw new FleetException(
            "the group gave the partitions of this process to other processes, because it did not"
                + " answer for too long");
      }
    }

    @Override
    public void onPartitionsAssigned(Collection<TopicPartition> assigned) {
      if (assigned.isEmpty()) {
        return;
      }
      Map<TopicPartition, OffsetAndMetadata> offsets = consumer.committed(Set.copyOf(assigned));
      Map<TopicPartition, Long> ends = consumer.endOffsets(assigned);
      Map<Integer, ReportedKeys> reported = reportedBefore(assigned);
      for (TopicPartition partition : assigned) {
        OffsetAndMetadata known = offsets.get(partition);
        long seen = known == null ? 0 : known.offset();
        parts.put(
            partition,
            new FleetPart(
                partition,
                settings,
                outbox,
                reported.get(partition.partition()),
                seen,
                ends.get(partition)));
        if (known != null) {
          consumer.seek(partition, Math.min(seen, startOffset(known)));
        }
      }
    }
  }

  private Map<Integer, ReportedKeys> reportedBefore(Collection<TopicPartition> assigned) {
    try (KafkaConsumer<byte[], byte[]> reader = consumer(Map.of())) {
      return new ReportedKeysReader(settings.topics(), admin, reader).read(assigned);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new FleetException("interrupted", e);
    }
  }

  /**
   * Returns the offset at which to start reading: the one in the metadata or, if a tool of Kafka's
   * set the committed offset, that offset itself.
   */
  private static long startOffset(OffsetAndMetadata known) {
    return known.metadata().matches("\\d{1,18}")
        ? Long.parseLong(known.metadata())
        : known.offset();
  }

  private void forget(Collection<TopicPartition> given) {
    for (TopicPartition partition : given) {
      FleetPart part = parts.remove(partition);
      committed.remove(partition);
      if (part != null) {
        reportedByLost += part.reported();
        part.close();
      }
    }
  }

  /**
   * Reads the events that have arrived, reviews some runs, and publishes what is due; returns the
   * number of records.
   */
  int step() {
    ConsumerRecords<byte[], byte[]> records = consumer.poll(isBusy ? Duration.ZERO : POLL);
    for (ConsumerRecord<byte[], byte[]> record : records) {
      FleetPart part = parts.get(new TopicPartition(record.topic(), record.partition()));
      if (part != null) {
        part.take(record);
      }
    }
    long now = System.nanoTime();
    isBusy = false;
    for (Map.Entry<TopicPartition, FleetPart> part : parts.entrySet()) {
      OptionalLong lag = consumer.currentLag(part.getKey());
      part.getValue().upToDate(lag.isPresent() && lag.getAsLong() == 0, now);
      isBusy |= !part.getValue().review(System.nanoTime() + REVIEW_NANOS / parts.size());
    }
    long since = System.nanoTime() - committedAt;
    if (since > OFFSETS_NANOS || (!outbox.isEmpty() && since > COMMIT_NANOS)) {
      commit();
    }
    return records.count();
  }

  private Map<TopicPartition, OffsetAndMetadata> offsets() {
    Map<TopicPartition, OffsetAndMetadata> offsets = new HashMap<>();
    parts.forEach(
        (partition, part) -> {
          long position = consumer.position(partition);
          offsets.put(
              partition,
              new OffsetAndMetadata(
                  part.seenOffset(position), String.valueOf(part.resumeOffset(position))));
        });
    offsets.entrySet().removeIf(each -> each.getValue().equals(committed.get(each.getKey())));
    return offsets;
  }

  /** Publishes the records of the outbox and commits the offsets, in one transaction. */
  private void commit() {
    committedAt = System.nanoTime();
    Map<TopicPartition, OffsetAndMetadata> offsets = offsets();
    if (outbox.isEmpty() && offsets.isEmpty()) {
      return;
    }
    producer.beginTransaction();
    for (ProducerRecord<byte[], byte[]> record : outbox.removeAll()) {
      Future<?> unused = // A failure makes the commit fail.
          producer.send(
              record,
              (meta, e) -> {
                if (e instanceof RecordTooLargeException) {
                  outbox.refused(record);
                }
              });
    }
    producer.sendOffsetsToTransaction(offsets, consumer.groupMetadata());
    producer.commitTransaction();
    committed.putAll(offsets);
    outbox.sent();
  }

  int runs() {
    return parts.values().stream().mapToInt(FleetPart::runs).sum();
  }

  /** Runs reported since the last call. */
  long takeReported() {
    long all = reportedByLost + parts.values().stream().mapToLong(FleetPart::reported).sum();
    long fresh = all - reportedTaken;
    reportedTaken = all;
    return fresh;
  }

  /** Publishes the rest, if a broker answers. */
  void publishRest() {
    hurryIfSilent();
    if (!patience.isZero()) {
      commit();
    }
  }

  /** Sets the time to wait to zero unless a broker answers. */
  private void hurryIfSilent() {
    if (!patience.isZero() && !isBrokerAnswering()) {
      patience = Duration.ZERO;
    }
  }

  /** Whether a broker answers. Thread-safe. */
  boolean isBrokerAnswering() {
    try {
      return broker.answers(admin);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return false;
    }
  }

  /** Ends any wait of another thread for a broker. Thread-safe. */
  void abandon() {
    patience = Duration.ZERO;
    producer.close(Duration.ZERO);
    consumer.wakeup();
  }

  /** Closes the clients. Records not yet published are left to a successor. */
  @Override
  public void close() {
    outbox.removeAll();
    forget(List.copyOf(parts.keySet()));
    boolean isInterrupted = Thread.interrupted(); // Interrupted, clients could not close in order.
    hurryIfSilent();
    while (!clients.isEmpty()) {
      closeAndReport(clients.pop());
    }
    if (isInterrupted) {
      Thread.currentThread().interrupt();
    }
  }

  private void closeAndReport(Runnable close) {
    try {
      close.run();
    } catch (RuntimeException e) { // A client that has failed may fail again.
      settings.trouble(Failures.text(e));
    }
  }
}
