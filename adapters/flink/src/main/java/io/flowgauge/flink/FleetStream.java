package io.flowgauge.flink;

import io.flowgauge.fleet.FleetException;
import io.flowgauge.fleet.FleetTimes;
import io.flowgauge.fleet.FleetTopics;
import io.flowgauge.run.WorkflowRun;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Properties;
import org.apache.flink.api.common.eventtime.WatermarkStrategy;
import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.connector.base.DeliveryGuarantee;
import org.apache.flink.connector.kafka.sink.KafkaSink;
import org.apache.flink.connector.kafka.source.KafkaSource;
import org.apache.flink.connector.kafka.source.enumerator.initializer.OffsetsInitializer;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.util.clock.SystemClock;
import org.apache.kafka.clients.admin.Admin;

/**
 * Assembles, in a Flink job, the runs whose events come through Kafka, and reports them as a {@link
 * io.flowgauge.kafka.Fleet} does, to the same topics.
 *
 * <pre>{@code
 * StreamExecutionEnvironment job = StreamExecutionEnvironment.getExecutionEnvironment();
 * job.enableCheckpointing(10_000);
 * FleetStream.of("broker:9092").addTo(job);
 * job.execute("flowgauge");
 * }</pre>
 *
 * <p>Reports go out with the next checkpoint, in one transaction, so that readers with {@code
 * isolation.level=read_committed} see them exactly once. A job that is started without a checkpoint
 * or savepoint reads all events that the topic has, and reports all runs in it. Not thread-safe.
 */
public final class FleetStream {
  /** A transaction is open from one checkpoint to the next; brokers allow 15 minutes at most. */
  private static final int TRANSACTION_MILLIS = 600_000;

  private static final String TRANSACTION_TIMEOUT = "transaction.timeout.ms";
  private static final String MAX_REQUEST_SIZE = "max.request.size";
  private static final String BUFFER_MEMORY = "buffer.memory";

  private final Map<String, String> client = new HashMap<>();
  private String prefix = "flowgauge";
  private FleetTimes times = FleetTimes.usual();
  private StreamStore store = new NoStore();

  /** A store that keeps nothing. */
  private static final class NoStore implements StreamStore {
    private static final long serialVersionUID = 1L;

    @Override
    public void store(String id, WorkflowRun run, boolean mayBeThere) {}
  }

  private FleetStream(String servers) {
    client.put("bootstrap.servers", Objects.requireNonNull(servers, "servers"));
  }

  /**
   * Creates a stream, to be configured and added to a job.
   *
   * @param servers addresses of some of Kafka's brokers, such as {@code broker:9092}, joined by
   *     commas
   * @return the stream
   */
  public static FleetStream of(String servers) {
    return new FleetStream(servers);
  }

  /**
   * Sets the prefix of the names of the topics. With {@code flowgauge}, events are read from {@code
   * flowgauge.events}.
   *
   * @param text by default {@code flowgauge}
   * @return this
   */
  public FleetStream prefix(String text) {
    prefix = Objects.requireNonNull(text, "text");
    return this;
  }

  /**
   * Sets a setting of Kafka's clients, such as {@code security.protocol}.
   *
   * @param name its name
   * @param value its value
   * @return this
   */
  public FleetStream setting(String name, String value) {
    client.put(name, value);
    return this;
  }

  /**
   * Sets the times after which something is reported about a run. Silence is measured by the times
   * that brokers give records, and by this machine's clock while none arrive.
   *
   * @param given by default the usual ones
   * @return this
   */
  public FleetStream times(FleetTimes given) {
    times = Objects.requireNonNull(given, "given");
    return this;
  }

  /**
   * Sets where finished runs are stored, in addition to the topic of reports.
   *
   * @param to stores them
   * @return this
   */
  public FleetStream store(StreamStore to) {
    store = Objects.requireNonNull(to, "to");
    return this;
  }

  /**
   * Adds the stream to a job, and creates the topics that are missing.
   *
   * @param job a job with checkpoints
   * @throws IllegalStateException if the job has no checkpoints, or only after transactions have
   *     timed out
   * @throws IllegalArgumentException if a setting that must be a number is none
   * @throws InterruptedException if the thread is interrupted
   * @throws FleetException if Kafka does not answer
   */
  public void addTo(StreamExecutionEnvironment job) throws InterruptedException {
    if (!job.getCheckpointConfig().isCheckpointingEnabled()) {
      throw new IllegalStateException(
          "the job has no checkpoints, with which reports are sent: call enableCheckpointing"
              + " first");
    }
    requireFrequent(job.getCheckpointConfig().getCheckpointInterval());
    FleetTopics topics = new FleetTopics(prefix);
    int largest;
    try (Admin admin = Admin.create(Map.copyOf(client))) {
      topics.make(admin);
      largest = Math.min(topics.largest(admin), largestSent());
    }
    job.fromSource(source(topics), clock(), topics.events())
        .uid(topics.events())
        .keyBy(Arrival::run, Types.STRING)
        .process(new RunFunction(topics, times, store, largest))
        .name("runs")
        .uid(prefix + ".runs")
        .sinkTo(sink())
        .name("reports")
        .uid(topics.reports());
  }

  private void requireFrequent(long everyMillis) {
    long timeout = number(TRANSACTION_TIMEOUT, TRANSACTION_MILLIS);
    if (everyMillis >= timeout) {
      throw new IllegalStateException(
          "checkpoints every "
              + everyMillis
              + " ms are too rare: Kafka's brokers abort a transaction after "
              + TRANSACTION_TIMEOUT
              + "="
              + timeout
              + ", and its reports are lost; take checkpoints more often");
    }
  }

  private long number(String setting, long usual) {
    String given = client.get(setting);
    try {
      return given == null ? usual : Long.parseLong(given.strip());
    } catch (NumberFormatException e) {
      throw new IllegalArgumentException(
          "setting " + setting + " must be a whole number, but is '" + given + "'", e);
    }
  }

  /**
   * Returns the largest record that the producer sends. A larger one would fail the job, and fail
   * it again after each restart.
   */
  private int largestSent() {
    long largest = FleetTopics.LARGEST;
    for (String limit : List.of(MAX_REQUEST_SIZE, BUFFER_MEMORY)) {
      largest = Math.min(largest, number(limit, largest));
    }
    return (int) largest;
  }

  private static WatermarkStrategy<Arrival> clock() {
    return WatermarkStrategy.<Arrival>forGenerator(
            context -> new StreamClock(SystemClock.getInstance()))
        .withTimestampAssigner((arrival, before) -> arrival.millis);
  }

  private KafkaSource<Arrival> source(FleetTopics topics) {
    Properties more = new Properties();
    more.putAll(client);
    more.put("isolation.level", "read_committed");
    more.put("allow.auto.create.topics", "false");
    return KafkaSource.<Arrival>builder()
        .setProperties(more)
        .setGroupId(prefix + "-flink")
        .setTopics(topics.events())
        .setStartingOffsets(OffsetsInitializer.earliest())
        .setDeserializer(new ArrivalSchema())
        .build();
  }

  private KafkaSink<Letter> sink() {
    Properties more = new Properties();
    more.put(TRANSACTION_TIMEOUT, String.valueOf(TRANSACTION_MILLIS));
    more.put(MAX_REQUEST_SIZE, String.valueOf(FleetTopics.LARGEST));
    more.put(BUFFER_MEMORY, String.valueOf(FleetTopics.MEMORY));
    more.put("compression.type", "lz4");
    more.put("max.in.flight.requests.per.connection", String.valueOf(FleetTopics.REQUESTS));
    more.putAll(client);
    return KafkaSink.<Letter>builder()
        .setKafkaProducerConfig(more)
        .setBootstrapServers(client.get("bootstrap.servers"))
        .setDeliveryGuarantee(DeliveryGuarantee.EXACTLY_ONCE)
        .setTransactionalIdPrefix(prefix + "-flink")
        .setRecordSerializer(new LetterSchema())
        .build();
  }
}
