package io.flowgauge.instrumentation.tracking;

import io.flowgauge.instrumentation.Instrumentation;
import io.flowgauge.instrumentation.InstrumentationProvider;
import io.flowgauge.instrumentation.LaunchRequest;
import io.flowgauge.instrumentation.Outcome;
import io.flowgauge.instrumentation.SensorRequest;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.ServiceLoader;

/** Options of a {@link ProcessTracker}. Not thread-safe. */
public final class ProcessTrackerBuilder {
  /** Variables by which schedulers name their jobs. */
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
   * Sensors to put into each process; without, processes are found and nothing more.
   *
   * @param wanted the sensors
   * @return this
   */
  public ProcessTrackerBuilder instrument(SensorRequest wanted) {
    request = Optional.of(wanted);
    return this;
  }

  /**
   * By which provider; the default is {@code native}.
   *
   * @param by the provider
   * @return this
   */
  public ProcessTrackerBuilder provider(InstrumentationProvider by) {
    provider = Optional.of(by);
    return this;
  }

  /**
   * Who hears of processes.
   *
   * @param who the listener
   * @return this
   */
  public ProcessTrackerBuilder listener(TrackingListener who) {
    listener = Objects.requireNonNull(who, "who");
    return this;
  }

  /**
   * Variables whose value is a job's name; the first one that a process has counts. The default are
   * those of Slurm, PBS, LSF, OAR, Cobalt and Grid Engine.
   *
   * @param names their names
   * @return this
   */
  public ProcessTrackerBuilder groupBy(String... names) {
    variables = List.of(names);
    return this;
  }

  /**
   * How often the process table is looked at, and ended processes are noticed; the default is 0.1
   * s. Where the kernel does not tell of starts, shorter processes may be missed.
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
   * How many processes may have sensors at a time; the default is 256. Further ones are refused.
   *
   * @param limit 1 or more
   * @return this
   * @throws IllegalArgumentException if it is less
   */
  public ProcessTrackerBuilder processes(int limit) {
    processes = positive("processes", limit);
    return this;
  }

  /**
   * How many processes that are over are kept with their last profiles, the default is 1000; older
   * ones are only in the sums of their group, and there are so many groups of these.
   *
   * @param limit 1 or more
   * @return this
   * @throws IllegalArgumentException if it is less
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
   * Only looks at the process table, also where the kernel would tell of starts.
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

  /** The sources to try in turn. */
  List<ProcessStarts> sources() {
    return starts.orElseGet(
        () ->
            ServiceLoader.load(ProcessStarts.class).stream()
                .map(ServiceLoader.Provider::get)
                .toList());
  }

  /** The provider, unless there are no sensors to put in or it is not installed. */
  Optional<InstrumentationProvider> chosenProvider() {
    return request.isEmpty()
        ? Optional.empty()
        : provider.or(() -> Instrumentation.provider(Attacher.DEFAULT_PROVIDER));
  }

  /**
   * Starts a command and tracks it and all it starts, in place of what runs on the machine: each of
   * its programs that matches has its sensors before its main function. Groups are named after the
   * programs.
   *
   * @param command what to start; a listener it has is not asked
   * @return the tracker, to be closed, which ends the tracking and not the command; or why the
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
   * Begins to track. Processes that run already are found, too.
   *
   * @return the tracker, to be closed
   */
  public ProcessTracker start() {
    return ProcessTracker.start(this);
  }
}
