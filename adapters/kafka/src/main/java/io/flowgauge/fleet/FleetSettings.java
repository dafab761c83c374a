package io.flowgauge.fleet;

import io.flowgauge.history.History;
import io.flowgauge.live.LiveMonitor;
import io.flowgauge.live.LiveMonitorBuilder;
import io.flowgauge.run.WorkflowRun;
import java.io.IOException;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;

/**
 * The settings and state that all parts of a fleet in one process share. Only one thread may work
 * on its runs.
 */
public final class FleetSettings {
  private final FleetTopics topics;
  private final FleetTimes times;
  private final Optional<RunStore> store;
  private final LiveMonitor monitor;
  private final UsualFailures failures = new UsualFailures();
  private final Set<String> tooLarge = ConcurrentHashMap.newKeySet();
  private final Consumer<String> trouble;

  /**
   * Opens a monitor for the runs.
   *
   * @param topics where events come from and reports go to
   * @param times times after which something is reported about a run
   * @param store stores runs that are over, in addition to the topic of reports
   * @param earlier earlier runs, which show how long activities take and how often they fail
   * @param trouble receives messages about failures of Kafka or the store
   */
  public FleetSettings(
      FleetTopics topics,
      FleetTimes times,
      Optional<RunStore> store,
      List<WorkflowRun> earlier,
      Consumer<String> trouble) {
    this.topics = Objects.requireNonNull(topics, "topics");
    this.times = Objects.requireNonNull(times, "times");
    this.store = Objects.requireNonNull(store, "store");
    this.trouble = Objects.requireNonNull(trouble, "trouble");
    earlier.forEach(failures::add);
    LiveMonitorBuilder builder = LiveMonitor.builder().quiet(times.settle());
    if (!earlier.isEmpty()) {
      builder.history(History.of(earlier));
    }
    try {
      monitor = builder.open();
    } catch (IOException e) {
      throw new IllegalStateException(e); // Without logs, a monitor opens nothing.
    }
  }

  /**
   * Where events come from and reports go to.
   *
   * @return the topics
   */
  public FleetTopics topics() {
    return topics;
  }

  /**
   * The times after which something is reported.
   *
   * @return the times
   */
  public FleetTimes times() {
    return times;
  }

  /**
   * The runs in progress.
   *
   * @return a monitor, to be closed by the code that created these settings
   */
  public LiveMonitor monitor() {
    return monitor;
  }

  /**
   * Reports a failure of Kafka or the store. If the listener throws, the exception goes to the
   * uncaught exception handler of the thread.
   *
   * @param sentence what failed, and why
   */
  public void trouble(String sentence) {
    try {
      trouble.accept(sentence);
    } catch (RuntimeException | Error e) { // The host's error must not harm run or fleet.
      Thread thread = Thread.currentThread();
      thread.getUncaughtExceptionHandler().uncaughtException(thread, e);
    }
  }

  Optional<RunStore> store() {
    return store;
  }

  /** Returns how often activities usually fail. */
  UsualFailures failures() {
    return failures;
  }

  /** Records that Kafka refused for their size, by topic and run; kept across sessions. */
  Set<String> tooLarge() {
    return tooLarge;
  }
}
