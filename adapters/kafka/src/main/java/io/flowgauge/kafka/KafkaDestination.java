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
 * A topic as the destination of a log. What Kafka has not taken yet is kept here, so that it
 * outlives a producer that fails. Thread-safe.
 */
final class KafkaDestination implements LogDestination {
  private static final Duration LAST_WORDS = Duration.ofSeconds(8);

  private final KafkaAddress address;
  private final Path place;
  private final RunSplitter splitter = new RunSplitter(this::add);

  /** What Kafka has not taken yet, by numbers in the order of the log. */
  private final TreeMap<Long, ProducerRecord<byte[], byte[]>> left = new TreeMap<>();

  private long parts;

  KafkaDestination(KafkaAddress address) {
    this.address = address;
    place = Path.of(address.topic());
  }

  private void add(String run, byte[] blocks) {
    left.put(parts++, new ProducerRecord<>(address.topic(), run.getBytes(UTF_8), blocks));
  }

  @Override
  public LogSink open() throws IOException {
    try {
      return new Sink(
          KafkaClasses.visible(
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

  /** The next part from a number on; null if there is none. */
  private synchronized Map.Entry<Long, ProducerRecord<byte[], byte[]>> next(long from) {
    return left.ceilingEntry(from);
  }

  private synchronized void taken(long number) {
    left.remove(number);
  }

  private synchronized int left() {
    return left.size();
  }

  @Override
  public String toString() {
    return address.toString();
  }

  /** A producer. */
  private final class Sink implements LogSink {
    private final Producer<byte[], byte[]> producer;
    private volatile Exception failure;

    /** Parts before this number are with the producer. */
    private long given;

    Sink(Producer<byte[], byte[]> producer) {
      this.producer = producer;
    }

    /** A block that was given before, because it failed then, is not split once more. */
    @Override
    public void write(ByteBuffer... block) throws IOException {
      split(block);
      send();
    }

    private void send() throws IOException {
      requireHealth();
      for (var part = next(given); part != null; part = next(given)) {
        long number = part.getKey();
        try {
          Future<?> unused = producer.send(part.getValue(), (meta, e) -> answered(number, e));
        } catch (KafkaException | IllegalStateException e) {
          failure = e;
        }
        requireHealth();
        given = number + 1;
      }
    }

    private void answered(long number, Exception e) {
      if (e == null) {
        taken(number);
      } else {
        failure = e;
      }
    }

    /** Says at once that something was refused, also when nothing more is logged. */
    @Override
    public long confirmed() throws IOException {
      requireHealth();
      return left() == 0 ? Long.MAX_VALUE : 0;
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
      if (left() > 0) {
        throw new IOException(address + ": " + left() + " records have not arrived");
      }
    }
  }
}
