package io.flowgauge.live;

import io.flowgauge.history.History;
import io.flowgauge.internal.NoNulls;
import io.flowgauge.run.WorkflowRun;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Function;

/** Configures a {@link LiveMonitor}. Not thread-safe. */
public final class LiveMonitorBuilder {
  private static final Duration QUIET = Duration.ofSeconds(10);

  private Optional<History> history = Optional.empty();
  private List<WorkflowRun> earlier = List.of();
  private Function<WorkflowRun, Map<String, Double>> slowdowns = run -> Map.of();
  private Optional<Path> logs = Optional.empty();
  private Optional<RunArchive> archive = Optional.empty();
  private long mostActivities = Long.MAX_VALUE;
  private Duration quiet = QUIET;
  private InstantSource clock = InstantSource.system();

  LiveMonitorBuilder() {}

  /**
   * Sets the history that forecasts are learned from. By default, they are learned from the
   * activities that have completed in the run itself.
   *
   * @param learned the history of earlier runs
   * @return this
   */
  public LiveMonitorBuilder history(History learned) {
    history = Optional.of(Objects.requireNonNull(learned, "learned"));
    return this;
  }

  /**
   * Sets earlier runs. If an engine creates its activities as it goes, and at least nine in ten of
   * those created so far occur, by id, in one of these runs, the remaining activities of the latest
   * such run are expected as well. Forecasts are also learned from these runs, unless a {@linkplain
   * #history(History) history} is given.
   *
   * @param runs earlier runs
   * @return this
   */
  public LiveMonitorBuilder earlier(List<WorkflowRun> runs) {
    earlier = NoNulls.copy(runs, "runs");
    return this;
  }

  /**
   * Sets how much longer activities are expected to take on a machine than history and the run so
   * far suggest, for example because of the load forecast there. Forecasts are scaled by these
   * factors.
   *
   * @param expected returns, for a run so far, factors above 0 by machine; if it throws, there is
   *     no forecast of the rest, and the forecast says why
   * @return this
   */
  public LiveMonitorBuilder slowdowns(Function<WorkflowRun, Map<String, Double>> expected) {
    slowdowns = Objects.requireNonNull(expected, "expected");
    return this;
  }

  /**
   * Sets a folder for event logs of the runs recorded through the monitor. Recorded events then
   * survive the death of the process: the next monitor with this folder continues these runs.
   * Without a folder, they are kept in memory only. If the disk is full, recorders still neither
   * throw nor wait. Some megabytes of events are then held in memory until there is room; further
   * events are missing in the logs, and {@link LiveRun#trouble()} says so.
   *
   * @param folder a folder for this monitor alone, created if it is missing
   * @return this
   */
  public LiveMonitorBuilder logs(Path folder) {
    logs = Optional.of(Objects.requireNonNull(folder, "folder"));
    return this;
  }

  /**
   * Sets an archive to which finished runs are moved, in the order in which they finished, when the
   * recorded runs have too many activities. If more is recorded of a run while it is stored, the
   * monitor keeps it, and stores it again later.
   *
   * @param store the archive
   * @param activities number of activities to keep, 1 or more; each takes about a kilobyte
   * @return this
   * @throws IllegalArgumentException if it is below 1
   */
  public LiveMonitorBuilder archive(RunArchive store, long activities) {
    Objects.requireNonNull(store, "store");
    if (activities < 1) {
      throw new IllegalArgumentException("activities must be 1 or more, but is " + activities);
    }
    archive = Optional.of(store);
    mostActivities = activities;
    return this;
  }

  /**
   * Sets how long a run must be silent before it is assumed to be over, if all its activities have
   * completed and its engine does not report the end. If an activity has failed and none is
   * running, the run must be silent thirty times as long, because the activity may be tried again.
   *
   * @param silence by default 10 s
   * @return this
   * @throws IllegalArgumentException if it is negative
   */
  public LiveMonitorBuilder quiet(Duration silence) {
    if (Objects.requireNonNull(silence, "silence").isNegative()) {
      throw new IllegalArgumentException("silence must not be negative, but is " + silence);
    }
    quiet = silence;
    return this;
  }

  /**
   * Sets the clock.
   *
   * @param source by default the clock of this machine
   * @return this
   */
  public LiveMonitorBuilder clock(InstantSource source) {
    clock = Objects.requireNonNull(source, "source");
    return this;
  }

  /**
   * Opens the monitor.
   *
   * @return an open monitor, with the runs in its folder of logs
   * @throws IOException if the folder of logs cannot be used, or another monitor uses it
   */
  public LiveMonitor open() throws IOException {
    History learned = history.orElseGet(() -> History.of(earlier));
    LiveSettings settings =
        new LiveSettings(new Expectation(learned, earlier, slowdowns), quiet, clock);
    return new LiveMonitor(settings, logs, archive.map(to -> new RunRoom(to, mostActivities)));
  }
}
