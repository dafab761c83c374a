package io.flowgauge.kafka;

import io.flowgauge.fleet.FleetSettings;
import io.flowgauge.fleet.FleetTimes;
import io.flowgauge.fleet.FleetTopics;
import io.flowgauge.fleet.RunStore;
import io.flowgauge.run.WorkflowRun;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Consumer;

/** Sets up a {@link Fleet}. Not thread-safe. */
public final class FleetBuilder {
  private final Map<String, Object> client = new HashMap<>();
  private String prefix = "flowgauge";
  private String group = "flowgauge";
  private Optional<RunStore> store = Optional.empty();
  private List<WorkflowRun> earlier = List.of();
  private FleetTimes times = FleetTimes.usual();
  private Consumer<String> trouble = message -> {};

  FleetBuilder(String servers) {
    client.put("bootstrap.servers", Objects.requireNonNull(servers, "servers"));
  }

  /**
   * Sets the prefix of the names of the topics. With {@code flowgauge}, events are read from {@code
   * flowgauge.events}.
   *
   * @param text by default {@code flowgauge}
   * @return this
   */
  public FleetBuilder prefix(String text) {
    prefix = Objects.requireNonNull(text, "text");
    return this;
  }

  /**
   * Sets the consumer group. The fleets of a group share the runs.
   *
   * @param name by default {@code flowgauge}
   * @return this
   */
  public FleetBuilder group(String name) {
    group = Objects.requireNonNull(name, "name");
    return this;
  }

  /**
   * Sets a setting of Kafka's clients, such as {@code security.protocol}.
   *
   * @param name its name
   * @param value its value
   * @return this
   */
  public FleetBuilder setting(String name, String value) {
    client.put(name, value);
    return this;
  }

  /**
   * Sets where finished runs are stored, in addition to the topic of reports.
   *
   * @param to stores them
   * @return this
   */
  public FleetBuilder store(RunStore to) {
    store = Optional.of(to);
    return this;
  }

  /**
   * Sets earlier runs, which show how long activities take and how often they fail.
   *
   * @param runs earlier runs
   * @return this
   */
  public FleetBuilder earlier(List<WorkflowRun> runs) {
    earlier = List.copyOf(runs);
    return this;
  }

  /**
   * Sets how long a run must be silent before it is reported, once it has ended or all its
   * activities have completed, because events from other processes may still arrive.
   *
   * @param silence 0 or more; by default 10 s
   * @return this
   * @throws IllegalArgumentException if it is negative
   */
  public FleetBuilder settle(Duration silence) {
    times = times.settle(silence);
    return this;
  }

  /**
   * Sets the silence after which there is an alarm for a run that has not ended.
   *
   * @param silence above 0; by default 10 minutes
   * @return this
   * @throws IllegalArgumentException if it is not above 0
   */
  public FleetBuilder stalled(Duration silence) {
    times = times.stalled(silence);
    return this;
  }

  /**
   * Sets the silence after which a run that has not ended is reported as it is and given up.
   *
   * @param silence above 0, and below the retention time of the topic of events; by default 3 days
   * @return this
   * @throws IllegalArgumentException if it is not above 0
   */
  public FleetBuilder forgotten(Duration silence) {
    times = times.forgotten(silence);
    return this;
  }

  /**
   * Sets how often changes of a run are reported and the run is checked for alarms.
   *
   * @param interval above 0; by default 5 s
   * @return this
   * @throws IllegalArgumentException if it is not above 0
   */
  public FleetBuilder changes(Duration interval) {
    times = times.changes(interval);
    return this;
  }

  /**
   * Sets a listener for trouble: Kafka cannot be reached, or can be reached again, or a run cannot
   * be stored. The fleet keeps trying.
   *
   * @param listener receives sentences, in threads of the fleet; what it throws goes to the
   *     uncaught exception handler of that thread
   * @return this
   */
  public FleetBuilder onTrouble(Consumer<String> listener) {
    trouble = Objects.requireNonNull(listener, "listener");
    return this;
  }

  /**
   * Opens the fleet, whether or not Kafka can be reached.
   *
   * @return an open fleet
   */
  public Fleet open() {
    return new Fleet(
        new FleetClient(group, Map.copyOf(client)),
        new FleetSettings(new FleetTopics(prefix), times, store, earlier, trouble));
  }
}
