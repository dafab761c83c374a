package io.flowgauge.instrumentation.tracking;

import io.flowgauge.instrumentation.InstrumentationProvider;
import io.flowgauge.instrumentation.InstrumentedProcess;
import io.flowgauge.instrumentation.LaunchRequest;
import io.flowgauge.instrumentation.Outcome;
import io.flowgauge.instrumentation.ProcessStarts;
import io.flowgauge.instrumentation.Refusal;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * Watches for processes of an activity ([MATE] §4.2), puts sensors into each as it starts, and
 * joins their measurements by job.
 *
 * <pre>{@code
 * var pattern = ProcessPattern.named("mProject*");
 * try (var tracker = ProcessTracker.of(pattern).instrument(SensorRequest.of("m*")).start()) {
 *   runWorkflow();
 *   tracker.groups().forEach(System.out::println);
 * }
 * }</pre>
 *
 * <p>If the kernel reports process starts (a {@link ProcessStarts} opens), the tracker waits for
 * these reports; otherwise it polls the process table, and may miss processes that live shorter
 * than the interval; {@link TrackingCounts#unseen()} is an upper bound of their number. A process
 * is identified by its pid and start time; one that becomes another program is matched again. A
 * tracker that launches a command follows only processes that this command starts, and misses none
 * of them. Closing removes all sensors. Thread-safe.
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
   * Makes a tracker of processes.
   *
   * @param pattern the processes to track
   * @return a builder for further options
   */
  public static ProcessTrackerBuilder of(ProcessPattern pattern) {
    return new ProcessTrackerBuilder(pattern);
  }

  /** Tracks the processes that run or start on this machine. */
  static ProcessTracker start(ProcessTrackerBuilder options) {
    TrackedProcesses processes = new TrackedProcesses(options);
    ProcessTracker tracker =
        new ProcessTracker(options, processes, new MachineSource(options, processes));
    if (tracker.unavailable().isEmpty()) {
      tracker.watcher.start();
    }
    return tracker;
  }

  /** Tracks a command and everything it starts. */
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
   * Returns why no process will ever be found.
   *
   * @return the reason; empty if processes can be found
   */
  public Optional<Refusal> unavailable() {
    return options.table.unavailable();
  }

  /**
   * Returns how it learns about process starts and, if it polls, why.
   *
   * @return a phrase
   */
  public String source() {
    return source.name();
  }

  /**
   * Returns the launched command itself.
   *
   * @return its process, which this tracker closes; empty if none was launched
   */
  public Optional<InstrumentedProcess> command() {
    return source.command();
  }

  /**
   * Returns the processes that matched: those that run, and the most recent ones that ended or were
   * refused.
   *
   * @return the processes, ordered by start
   */
  public List<TrackedProcess> processes() {
    return processes.all();
  }

  /**
   * Returns the measurements so far, joined by job.
   *
   * @return a profile for each job with a process that had sensors
   */
  public List<GroupProfile> groups() {
    return processes.groups();
  }

  /**
   * Returns counts of what was seen so far.
   *
   * @return counts
   */
  public TrackingCounts counts() {
    return processes.counts(source.unseen(), source.lostStarts());
  }

  private void watch() {
    try {
      while (!isClosed) {
        source.lookForProcesses();
        processes.check();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } finally {
      source.end();
    }
  }

  /**
   * Removes all sensors and stops tracking; profiles stay readable. If attaching to a process takes
   * longer than 30 s, the process is detached as soon as it returns. Closing again has no effect.
   */
  @Override
  public void close() {
    isClosed = true;
    watcher.interrupt();
    source.end(); // An interrupt alone does not end a wait for the kernel's reports.
    try {
      watcher.join(PATIENCE.toMillis());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    processes.close(PATIENCE);
    source.command().ifPresent(InstrumentedProcess::close);
  }
}
