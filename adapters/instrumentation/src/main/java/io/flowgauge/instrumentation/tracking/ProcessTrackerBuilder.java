package io.flowgauge.instrumentation.tracking;

import io.flowgauge.instrumentation.Instrumentation;
import io.flowgauge.instrumentation.InstrumentationProvider;
import io.flowgauge.instrumentation.LaunchRequest;
import io.flowgauge.instrumentation.Outcome;
import io.flowgauge.instrumentation.ProcessStarts;
import io.flowgauge.instrumentation.SensorRequest;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.ServiceLoader;

/** Options of a {@link ProcessTracker}. Not thread-safe. */
public final class ProcessTrackerBuilder {
  /** Variables in which schedulers tell processes the names of their jobs. */
  private static final List<String> JOBS =
      List.of("SLURM_JOB_ID", "PBS_JOBID", "LSB_JOBID", "OAR_JOB_ID", "COBALT_JOBID", "JOB_ID");

  private static final Duration SHORTEST = Duration.ofMillis(1);

  final ProcessPattern pattern;
  ProcTable table = ProcTable.ofSystem();
  Optional<SensorRequest> request = Optional.empty();
  Optional<InstrumentationProvider> provider = Optional.empty();
  Optional<List<ProcessStarts>> starts = Optional.empty();
  TrackingListener listener = new TrackingListener() {};
  List<String> variables = JOBS;
  Duration interval = Duration.ofMillis(100);
  int processes = 256;
  int ended = 1000;

  ProcessTrackerBuilder(ProcessPattern pattern) {
    this.pattern = Objects.requireNonNull(pattern, "pattern");
  }

  /**
   * Sets the sensors to put into each process; without them, processes are only found.
   *
   * @param wanted the sensors
   * @return this
   */
  public ProcessTrackerBuilder instrument(SensorRequest wanted) {
    request = Optional.of(wanted);
    return this;
  }

  /**
   * Sets the provider that puts sensors in; the default is {@code native}.
   *
   * @param by the provider
   * @return this
   */
  public ProcessTrackerBuilder provider(InstrumentationProvider by) {
    provider = Optional.of(by);
    return this;
  }

  /**
   * Sets the listener that is notified of processes.
   *
   * @param listener the listener
   * @return this
   */
  public ProcessTrackerBuilder listener(TrackingListener listener) {
    this.listener = Objects.requireNonNull(listener, "listener");
    return this;
  }

  /**
   * Sets the environment variables whose value names a job; the first one that a process has
   * counts. The defaults are those of Slurm, PBS, LSF, OAR, Cobalt and Grid Engine.
   *
   * @param names their names
   * @return this
   */
  public ProcessTrackerBuilder groupBy(String... names) {
    variables = List.of(names);
    return this;
  }

  /**
   * Sets how often to look at the process table and for ended processes; the default is 0.1 s. If
   * the kernel does not report process starts, shorter processes may be missed.
   *
   * @param every the time, 1 ms or more
   * @return this
   * @throws IllegalArgumentException if it is shorter
   */
  public ProcessTrackerBuilder interval(Duration every) {
    if (every.compareTo(SHORTEST) < 0) {
      throw new IllegalArgumentException("interval must be 1 ms or more, but is " + every);
    }
    interval = every;
    return this;
  }

  /**
   * Sets how many processes may have sensors at a time; the default is 256. Further ones are
   * refused.
   *
   * @param limit 1 or more
   * @return this
   * @throws IllegalArgumentException if it is below 1
   */
  public ProcessTrackerBuilder processes(int limit) {
    processes = positive("processes", limit);
    return this;
  }

  /**
   * Sets how many ended processes to keep with their last profiles; the default is 1000. Older ones
   * remain only in the sums of their groups; the same number of groups is kept.
   *
   * @param limit 1 or more
   * @return this
   * @throws IllegalArgumentException if it is below 1
   */
  public ProcessTrackerBuilder ended(int limit) {
    ended = positive("ended", limit);
    return this;
  }

  private static int positive(String name, int limit) {
    if (limit < 1) {
      throw new IllegalArgumentException(name + " must be 1 or more, but is " + limit);
    }
    return limit;
  }

  /**
   * Polls the process table even if the kernel could report process starts.
   *
   * @return this
   */
  public ProcessTrackerBuilder polling() {
    return starts(List.of());
  }

  ProcessTrackerBuilder starts(List<ProcessStarts> sources) {
    starts = Optional.of(sources);
    return this;
  }

  ProcessTrackerBuilder table(ProcTable other) {
    table = other;
    return this;
  }

  /** Returns the sources of process starts, to be tried in turn. */
  List<ProcessStarts> sources() {
    Class<ProcessStarts> service = ProcessStarts.class;
    return starts.orElseGet(
        () ->
            ServiceLoader.load(service, service.getClassLoader()).stream()
                .map(ServiceLoader.Provider::get)
                .toList());
  }

  /** Returns the provider; empty if there are no sensors to put in, or it is not installed. */
  Optional<InstrumentationProvider> chosenProvider() {
    return request.isEmpty()
        ? Optional.empty()
        : provider.or(() -> Instrumentation.provider(Attacher.DEFAULT_PROVIDER));
  }

  /**
   * Starts a command and tracks it and everything it starts, instead of the machine's processes:
   * each of its programs that matches gets its sensors before its main function. Groups are named
   * after the programs.
   *
   * @param command what to start; its own listener is not called
   * @return the tracker, which the caller closes to end the tracking, not the command; or why the
   *     command was not started
   */
  public Outcome<ProcessTracker> launch(LaunchRequest command) {
    Optional<InstrumentationProvider> by =
        provider.or(() -> Instrumentation.provider(Attacher.DEFAULT_PROVIDER));
    return by.isPresent()
        ? ProcessTracker.launch(this, by.get(), command)
        : new Outcome.Refused<>(Attacher.noProvider());
  }

  /**
   * Starts tracking. Processes that already run are found, too.
   *
   * @return the tracker, which the caller closes
   */
  public ProcessTracker start() {
    return ProcessTracker.start(this);
  }
}
