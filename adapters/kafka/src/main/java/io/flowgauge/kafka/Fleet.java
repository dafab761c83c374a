package io.flowgauge.kafka;

import io.flowgauge.fleet.FleetSettings;
import io.flowgauge.live.LiveMonitor;
import java.io.Closeable;
import java.io.IOException;
import java.util.concurrent.TimeUnit;

/**
 * Puts together the runs whose events come through Kafka from any number of engines, and tells of
 * them: a report of each once it is over, changes while it goes on, and alarms where it stalls, an
 * activity is late, or a type fails more than usual.
 *
 * <pre>{@code
 * try (Fleet fleet = Fleet.of("broker:9092").store(repository).open()) {
 *   Thread.sleep(Long.MAX_VALUE);
 * }
 * }</pre>
 *
 * <p>Everything told of a run goes out in one transaction with how far the events were read, so
 * that after a crash nothing is told twice or not at all (to readers with {@code
 * isolation.level=read_committed}). A run is held in memory until it is over; what takes over from
 * a fleet that died reads the events of these runs again. Several fleets of one group share the
 * partitions. A record of no use goes to a topic of its own, with the reason; no run can hold up
 * others. Thread-safe.
 */
public final class Fleet implements Closeable {
  private static final long PATIENCE_SECONDS = 60;

  private final FleetSettings settings;
  private final FleetLoop loop;
  private final Thread thread;

  Fleet(FleetClient client, FleetSettings settings) {
    this.settings = settings;
    loop = new FleetLoop(client, settings);
    thread = new Thread(loop, "flowgauge-fleet");
    thread.setDaemon(true);
    thread.start();
  }

  /**
   * Sets up a fleet.
   *
   * @param servers addresses of some of Kafka's brokers, such as {@code broker:9092}, joined by
   *     commas
   * @return a builder
   */
  public static FleetBuilder of(String servers) {
    return new FleetBuilder(servers);
  }

  /**
   * The runs that go on, for a page or a forecast.
   *
   * @return a monitor, which the fleet closes; it must not be told of other runs
   */
  public LiveMonitor monitor() {
    return settings.monitor();
  }

  /**
   * How many runs go on.
   *
   * @return runs of the partitions that this fleet has at the moment
   */
  public int runs() {
    return loop.runs();
  }

  /**
   * How many runs this fleet has reported.
   *
   * @return their number
   */
  public long reported() {
    return loop.reported();
  }

  /**
   * How many records it has read, those read again counted again.
   *
   * @return their number
   */
  public long records() {
    return loop.records();
  }

  /** Tells what there is to tell, and leaves the runs to the other fleets of the group. */
  @Override
  public void close() throws IOException {
    loop.end();
    boolean isInterrupted = false;
    try {
      TimeUnit.SECONDS.timedJoin(thread, PATIENCE_SECONDS);
    } catch (InterruptedException e) {
      isInterrupted = true;
    }
    settings.monitor().close();
    if (isInterrupted) {
      Thread.currentThread().interrupt();
    }
  }

  @Override
  public String toString() {
    return "Fleet[" + settings.topics().events() + ", " + runs() + " runs]";
  }
}
