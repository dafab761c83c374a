package io.flowgauge.kafka;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.flowgauge.fleet.Failures;
import io.flowgauge.log.sink.LogDestination;
import io.flowgauge.log.sink.LogSink;
import io.flowgauge.runlog.RunSplitter;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.Future;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.serialization.ByteArraySerializer;

/**
 * A topic as the destination of a log. Records that Kafka has not acknowledged are kept here, so
 * that they survive the failure of a producer. Thread-safe.
 */
final class KafkaDestination implements LogDestination {
  private static final Duration LAST_WORDS = Duration.ofSeconds(8);

  private final KafkaAddress address;
  private final Path place;
  private final RunSplitter splitter = new RunSplitter(this::add);

  /** Records that Kafka has not acknowledged, numbered in the order of the log. */
  private final TreeMap<Long, ProducerRecord<byte[], byte[]>> remainingRecords = new TreeMap<>();

  private long parts;

  KafkaDestination(KafkaAddress address) {
    this.address = address;
    place = Path.of(address.topic());
  }

  private void add(String run, byte[] blocks) {
    remainingRecords.put(
        parts++, new ProducerRecord<>(address.topic(), run.getBytes(UTF_8), blocks));
  }

  @Override
  public LogSink open() throws IOException {
    try {
      return new Sink(
          KafkaClasses.withKafkaClassLoader(
              () ->
                  new KafkaProducer<>(
                      address.producer(), new ByteArraySerializer(), new ByteArraySerializer())));
    } catch (KafkaException e) {
      throw new IOException(Failures.text(e), e);
    }
  }

  private synchronized void split(ByteBuffer... block) {
    splitter.add(place, block);
  }

  /** Returns the first remaining record with this number or a higher one; null if there is none. */
  private synchronized Map.Entry<Long, ProducerRecord<byte[], byte[]>> next(long from) {
    return remainingRecords.ceilingEntry(from);
  }

  private synchronized void removeRecord(long number) {
    remainingRecords.remove(number);
  }

  private synchronized int remainingCount() {
    return remainingRecords.size();
  }

  @Override
  public String toString() {
    return address.toString();
  }

  /** A producer that sends the remaining records. */
  private final class Sink implements LogSink {
    private final Producer<byte[], byte[]> producer;
    private volatile Exception failure;

    /** Records before this number were given to the producer. */
    private long firstUnsent;

    Sink(Producer<byte[], byte[]> producer) {
      this.producer = producer;
    }

    /**
     * Splits the block and sends its records. A block written again after a failure is not split
     * again.
     */
    @Override
    public void write(ByteBuffer... block) throws IOException {
      split(block);
      send();
    }

    private void send() throws IOException {
      requireHealth();
      for (var part = next(firstUnsent); part != null; part = next(firstUnsent)) {
        long number = part.getKey();
        try {
          Future<?> unused = producer.send(part.getValue(), (meta, e) -> onAnswer(number, e));
        } catch (KafkaException | IllegalStateException e) {
          failure = e;
        }
        requireHealth();
        firstUnsent = number + 1;
      }
    }

    private void onAnswer(long number, Exception e) {
      if (e == null) {
        removeRecord(number);
      } else {
        failure = e;
      }
    }

    /**
     * Also throws if Kafka refused a record, so that this is known even when nothing more is
     * logged.
     */
    @Override
    public long confirmed() throws IOException {
      requireHealth();
      return remainingCount() == 0 ? Long.MAX_VALUE : 0;
    }

    private void requireHealth() throws IOException {
      if (failure != null) {
        throw new IOException(address + ": " + Failures.text(failure), failure);
      }
    }

    @Override
    public void close() throws IOException {
      producer.close(failure == null ? LAST_WORDS : Duration.ZERO);
      requireHealth();
      if (remainingCount() > 0) {
        throw new IOException(
            address + ": " + remainingCount() + " records were not acknowledged and may be lost");
      }
    }
  }
}
