package io.flowgauge.fleet;

import java.io.Serializable;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.Config;
import org.apache.kafka.clients.admin.NewPartitions;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.common.config.ConfigResource;
import org.apache.kafka.common.config.TopicConfig;
import org.apache.kafka.common.errors.InvalidPartitionsException;
import org.apache.kafka.common.errors.TopicExistsException;
import org.apache.kafka.common.errors.UnknownTopicOrPartitionException;

/**
 * The topics of a fleet.
 *
 * @param prefix what their names begin with; with {@code flowgauge}, events are read from {@code
 *     flowgauge.events}
 */
public record FleetTopics(String prefix) implements Serializable {
  private static final long serialVersionUID = 1L;

  /** The maximum size in bytes of a record in topics that are created here. */
  public static final int LARGEST = 1 << 26;

  /** The most bytes of records that a producer buffers; it accepts no larger record. */
  public static final int MEMORY = 2 * LARGEST - 1;

  /**
   * How many requests a producer may have in flight. With more, a request that a partition refuses
   * because it is just being created may be retried after a later one was accepted, and is then
   * refused for ever (KAFKA-15591).
   */
  public static final int REQUESTS = 1;

  private static final int PARTITIONS = 8;

  private static final Duration KNOWN_WITHIN = Duration.ofSeconds(30);
  private static final long PAUSE_MILLIS = 50;

  /** Retention of the topic of what was reported: longer than that of the events. */
  private static final String MONTH_MILLIS = String.valueOf(30L * 24 * 3600 * 1000);

  /** Room for reports of runs of a hundred thousand activities. */
  private static final String REPORT_BYTES = String.valueOf(LARGEST);

  /**
   * The topic of events.
   *
   * @return its name
   */
  public String events() {
    return prefix + ".events";
  }

  /**
   * The topic of reports.
   *
   * @return its name
   */
  public String reports() {
    return prefix + ".reports";
  }

  /**
   * The topic of changes.
   *
   * @return its name
   */
  public String changes() {
    return prefix + ".changes";
  }

  /**
   * The topic of alarms.
   *
   * @return its name
   */
  public String alarms() {
    return prefix + ".alarms";
  }

  /**
   * The topic of records that cannot be used.
   *
   * @return its name
   */
  public String deadLetters() {
    return prefix + ".dead-letters";
  }

  /**
   * The topic that records which reports and alarms were published, by partition of the events.
   *
   * @return its name
   */
  public String reported() {
    return prefix + ".told";
  }

  /** Returns, by topic, the settings that differ from the broker's defaults. */
  private Map<String, Map<String, String>> settings() {
    return Map.of(
        // The clocks of engines' machines differ, and silence is measured by these times.
        events(), Map.of(TopicConfig.MESSAGE_TIMESTAMP_TYPE_CONFIG, "LogAppendTime"),
        reports(), Map.of(TopicConfig.MAX_MESSAGE_BYTES_CONFIG, REPORT_BYTES),
        deadLetters(), Map.of(TopicConfig.MAX_MESSAGE_BYTES_CONFIG, REPORT_BYTES),
        reported(),
            Map.of(
                TopicConfig.CLEANUP_POLICY_CONFIG,
                TopicConfig.CLEANUP_POLICY_COMPACT + "," + TopicConfig.CLEANUP_POLICY_DELETE,
                TopicConfig.RETENTION_MS_CONFIG,
                MONTH_MILLIS));
  }

  /**
   * Creates the topics that are missing.
   *
   * @param admin a client
   * @return number of partitions of the topic of events
   * @throws InterruptedException if the thread is interrupted
   * @throws FleetException if Kafka does not create them
   */
  public int make(Admin admin) throws InterruptedException {
    int partitions = PARTITIONS;
    try {
      Set<String> known = admin.listTopics().names().get();
      if (known.contains(events())) {
        partitions = partitions(admin, events());
      }
      List<NewTopic> missing = new ArrayList<>();
      for (String topic :
          List.of(events(), reports(), changes(), alarms(), deadLetters(), reported())) {
        if (!known.contains(topic)) {
          missing.add(
              new NewTopic(topic, Optional.of(partitions), Optional.empty())
                  .configs(settings().getOrDefault(topic, Map.of())));
        }
      }
      admin.createTopics(missing).all().get();
    } catch (ExecutionException e) {
      if (!(e.getCause() instanceof TopicExistsException)) { // Another fleet has just made it.
        throw new FleetException(Failures.text(e), e);
      }
    }
    return partitions;
  }

  /**
   * Adds partitions to the {@linkplain #reported() topic of what was reported}, after they were
   * added to the topic of events.
   *
   * @param admin a client
   * @param partitions the least number of partitions it must have
   * @throws InterruptedException if the thread is interrupted
   * @throws FleetException if Kafka does not create them
   */
  public void widenReported(Admin admin, int partitions) throws InterruptedException {
    try {
      if (partitions(admin, reported()) < partitions) {
        admin
            .createPartitions(Map.of(reported(), NewPartitions.increaseTo(partitions)))
            .all()
            .get();
      }
    } catch (ExecutionException e) {
      if (!(e.getCause() instanceof InvalidPartitionsException)) { // Another fleet added them.
        throw new FleetException(Failures.text(e), e);
      }
    }
  }

  private static int partitions(Admin admin, String topic)
      throws InterruptedException, ExecutionException {
    return admin
        .describeTopics(List.of(topic))
        .allTopicNames()
        .get()
        .get(topic)
        .partitions()
        .size();
  }

  /**
   * The largest allowed record.
   *
   * @param admin a client
   * @return the size in bytes that the topics of reports and of dead letters both accept
   * @throws InterruptedException if the thread is interrupted
   * @throws FleetException if Kafka cannot be asked
   */
  public int largest(Admin admin) throws InterruptedException {
    int largest = LARGEST;
    try {
      for (String topic : List.of(reports(), deadLetters())) {
        ConfigResource resource = new ConfigResource(ConfigResource.Type.TOPIC, topic);
        String limit = config(admin, resource).get(TopicConfig.MAX_MESSAGE_BYTES_CONFIG).value();
        largest = Math.min(largest, Integer.parseInt(limit));
      }
    } catch (ExecutionException e) {
      throw new FleetException(Failures.text(e), e);
    }
    return largest;
  }

  /**
   * Reads the settings of a topic. A broker knows a topic only a moment after it was created, so
   * this waits for it.
   */
  private static Config config(Admin admin, ConfigResource topic)
      throws InterruptedException, ExecutionException {
    long end = System.nanoTime() + KNOWN_WITHIN.toNanos();
    while (true) {
      try {
        return admin.describeConfigs(List.of(topic)).all().get().get(topic);
      } catch (ExecutionException e) {
        boolean isUnknown = e.getCause() instanceof UnknownTopicOrPartitionException;
        if (!isUnknown || System.nanoTime() - end > 0) {
          throw e;
        }
      }
      Thread.sleep(PAUSE_MILLIS);
    }
  }
}
