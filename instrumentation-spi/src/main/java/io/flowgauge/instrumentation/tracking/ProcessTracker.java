package io.flowgauge.instrumentation.tracking;

import io.flowgauge.instrumentation.InstrumentationProvider;
import io.flowgauge.instrumentation.InstrumentedProcess;
import io.flowgauge.instrumentation.LaunchRequest;
import io.flowgauge.instrumentation.Outcome;
import io.flowgauge.instrumentation.Refusal;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * Watches for processes of an activity ([MATE] §4.2), puts sensors into each as it starts, and
 * joins what they measure by job.
 *
 * <pre>{@code
 * var pattern = ProcessPattern.named("mProject*");
 * try (var tracker = ProcessTracker.of(pattern).instrument(SensorRequest.of("m*")).start()) {
 *   runWorkflow();
 *   tracker.groups().forEach(System.out::println);
 * }
 * }</pre>
 *
 * <p>Where the kernel tells of process starts (a {@link ProcessStarts} that is not refused) it is
 * waited for; else the process table is looked at in intervals, and a process shorter than that may
 * be missed: {@link TrackingCounts#unseen()} bounds how many. A process is known by its number and
 * the time of its start, and one that becomes another program is looked at anew. A tracker that
 * launches a command looks at nothing but what that starts, and misses nothing of it. Closing takes
 * all sensors out. Thread-safe.
 */
public final class ProcessTracker implements AutoCloseable {
  private static final Duration PATIENCE = Duration.ofSeconds(30);

  private final ProcessTrackerBuilder options;
  private final TrackedProcesses processes;
  private final TrackingSource source;
  private final Thread watcher = new Thread(this::watch, "flowgauge-tracker");
  private volatile boolean isClosed;

  private ProcessTracker(
      ProcessTrackerBuilder options, TrackedProcesses processes, TrackingSource source) {
    this.options = options;
    this.processes = processes;
    this.source = source;
    watcher.setDaemon(true);
  }

  /**
   * A tracker of processes.
   *
   * @param pattern which ones
   * @return its further options
   */
  public static ProcessTrackerBuilder of(ProcessPattern pattern) {
    return new ProcessTrackerBuilder(pattern);
  }

  /** Tracks what runs and starts on this machine. */
  static ProcessTracker start(ProcessTrackerBuilder options) {
    TrackedProcesses processes = new TrackedProcesses(options);
    ProcessTracker tracker =
        new ProcessTracker(options, processes, new MachineSource(options, processes));
    if (tracker.unavailable().isEmpty()) {
      tracker.watcher.start();
    }
    return tracker;
  }

  /** Tracks a command and what it starts. */
  static Outcome<ProcessTracker> launch(
      ProcessTrackerBuilder options, InstrumentationProvider provider, LaunchRequest request) {
    TrackedProcesses processes = new TrackedProcesses(options);
    return CommandSource.launch(options, processes, provider, request)
        .then(
            source -> {
              ProcessTracker tracker = new ProcessTracker(options, processes, source);
              tracker.watcher.start();
              return Outcome.done(tracker);
            });
  }

  /**
   * Why no process will ever be found.
   *
   * @return the reason; empty if there is none
   */
  public Optional<Refusal> unavailable() {
    return options.table.unavailable();
  }

  /**
   * From where it knows of process starts, and if it polls, why.
   *
   * @return a phrase
   */
  public String source() {
    return source.name();
  }

  /**
   * The launched command itself.
   *
   * @return its process, which this tracker closes; empty if none was launched
   */
  public Optional<InstrumentedProcess> command() {
    return source.command();
  }

  /**
   * The processes that matched: those that run, and the last that are over or were refused.
   *
   * @return by start
   */
  public List<TrackedProcess> processes() {
    return processes.all();
  }

  /**
   * What was measured so far, joined by job.
   *
   * @return a profile for each job of which a process had sensors
   */
  public List<GroupProfile> groups() {
    return processes.groups();
  }

  /**
   * What was seen so far.
   *
   * @return counts
   */
  public TrackingCounts counts() {
    return processes.counts(source.unseen(), source.lostStarts());
  }

  private void watch() {
    try {
      while (!isClosed) {
        source.look();
        processes.check();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } finally {
      source.end();
    }
  }

  /** Takes all sensors out and ends; profiles stay readable. Closing again does nothing. */
  @Override
  public void close() {
    isClosed = true;
    watcher.interrupt();
    source.end(); // No interrupt ends a wait for what the kernel tells.
    try {
      watcher.join(PATIENCE.toMillis());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    processes.close(PATIENCE);
    source.command().ifPresent(InstrumentedProcess::close);
  }
}
