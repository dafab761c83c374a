package io.flowgauge.kafka;

import io.flowgauge.fleet.FleetSettings;
import io.flowgauge.live.LiveMonitor;
import java.io.Closeable;
import java.io.IOException;
import java.util.concurrent.TimeUnit;

/**
 * Assembles the runs whose events come through Kafka from any number of engines, and reports them:
 * a report of each run once it is over, changes while it goes on, and alarms if it stalls, an
 * activity is late, or a type fails more often than usual.
 *
 * <pre>{@code
 * try (Fleet fleet = Fleet.of("broker:9092").store(repository).open()) {
 *   Thread.sleep(Long.MAX_VALUE);
 * }
 * }</pre>
 *
 * <p>Everything reported about a run goes out in one transaction with the position up to which
 * events were read. So after a crash, nothing is reported twice or lost, for readers with {@code
 * isolation.level=read_committed}. A run is held in memory until it is over; after a fleet dies,
 * its successor reads the events of these runs again. Several fleets of one group share the
 * partitions. A record that cannot be used goes to the topic of dead letters, with the reason; no
 * run can delay others. Thread-safe.
 */
public final class Fleet implements Closeable {
  private static final long PATIENCE_SECONDS = 60;

  private final FleetSettings settings;
  private final FleetLoop loop;
  private final Thread thread;

  Fleet(FleetClient client, FleetSettings settings) {
    this.settings = settings;
    loop = new FleetLoop(client, settings);
    thread = start(loop, "flowgauge-fleet");
    Thread unused = start(loop::watchBrokers, "flowgauge-fleet-brokers");
  }

  private static Thread start(Runnable work, String name) {
    Thread thread = new Thread(work, name);
    thread.setDaemon(true);
    thread.start();
    return thread;
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
   * The runs in progress, for a page or a forecast.
   *
   * @return a monitor, which the fleet closes; do not add other runs to it
   */
  public LiveMonitor monitor() {
    return settings.monitor();
  }

  /**
   * Number of runs in progress.
   *
   * @return runs of the partitions that this fleet has at the moment
   */
  public int runs() {
    return loop.runs();
  }

  /**
   * Number of runs that this fleet has reported.
   *
   * @return 0 or more
   */
  public long reported() {
    return loop.reported();
  }

  /**
   * Number of records it has read, counting those read again.
   *
   * @return 0 or more
   */
  public long records() {
    return loop.records();
  }

  /**
   * Reports what is due, and hands the runs over to the other fleets of the group. This is done
   * when the method returns, or soon afterwards if it is called by a store or the listener for
   * trouble. If no broker answers within two seconds, the fleet closes at once, and other fleets
   * read the events of these runs again.
   */
  @Override
  public void close() throws IOException {
    loop.end();
    boolean isInterrupted = false;
    try {
      if (Thread.currentThread() != thread) {
        TimeUnit.SECONDS.timedJoin(thread, PATIENCE_SECONDS);
      }
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
