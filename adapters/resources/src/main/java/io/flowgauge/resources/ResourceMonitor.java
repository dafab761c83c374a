package io.flowgauge.resources;

import io.flowgauge.instrumentation.tracking.TrackedProcess;
import io.flowgauge.instrumentation.tracking.TrackingListener;
import io.flowgauge.run.RunRecorder;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import java.util.function.Function;

/**
 * Samples the processes of a run's activities and their host, once a second by default: how long
 * threads ran and how long they waited for processors, because of other programs or of the run's
 * own activities. So external load is measured instead of inferred.
 *
 * <pre>{@code
 * try (ResourceMonitor monitor = ResourceMonitor.builder().open()) {
 *   Process align = new ProcessBuilder("bwa", "mem", "ref.fa", "reads.fq").start();
 *   monitor.watch(align.pid(), "align");
 *   align.waitFor();
 *   monitor.recordInto(recorder);
 * }
 * }</pre>
 *
 * <p>All watched processes belong to one run: when they make each other wait, that is
 * serialisation. Processes that a watched process starts are watched, too. Process tracking finds
 * processes that an engine does not start itself:
 *
 * <pre>{@code
 * ProcessTracker.of(ProcessPattern.named("mProject*"))
 *     .listener(monitor.listener(process -> process.group()))
 *     .start();
 * }</pre>
 *
 * <p>If the kernel does not report waits, {@link #unavailable()} says why, and nothing is measured.
 * Processes may end or belong to another user at any time; what cannot be read is left out.
 * Thread-safe.
 */
public final class ResourceMonitor implements AutoCloseable {
  private final Sampler sampler;
  private final List<Consumer<ResourceSample>> listeners;
  private final ScheduledExecutorService pace =
      Executors.newSingleThreadScheduledExecutor(ResourceMonitor::thread);
  private final Optional<String> unavailable;
  private final AtomicLong failures = new AtomicLong();
  private Optional<Future<?>> samples = Optional.empty();
  private Optional<ResourceSample> latest = Optional.empty();
  private boolean isClosed;

  ResourceMonitor(ResourceMonitorBuilder options) {
    sampler = new Sampler(options.roots, options.clock, options.processes);
    listeners = List.copyOf(options.listeners);
    unavailable = sampler.proc().unavailable();
  }

  private static Thread thread(Runnable work) {
    Thread thread = new Thread(work, "flowgauge-resources");
    thread.setDaemon(true);
    return thread;
  }

  /**
   * A monitor of this machine.
   *
   * @return a builder with its options
   */
  public static ResourceMonitorBuilder builder() {
    return new ResourceMonitorBuilder();
  }

  void start(Duration interval) {
    long nanos = interval.toNanos();
    samples =
        Optional.of(pace.scheduleWithFixedDelay(this::sample, 0, nanos, TimeUnit.NANOSECONDS));
  }

  /** Takes a sample now, and passes it to the listeners in this thread. */
  void sample() {
    // The executor would stop sampling after anything that is thrown.
    Optional<ResourceSample> taken = Optional.empty();
    try {
      taken = take();
    } catch (RuntimeException | Error e) {
      failures.incrementAndGet();
    }
    for (Consumer<ResourceSample> listener : listeners) {
      try {
        taken.ifPresent(listener);
      } catch (RuntimeException | Error e) {
        failures.incrementAndGet();
      }
    }
  }

  private synchronized Optional<ResourceSample> take() {
    if (isClosed) {
      return Optional.empty();
    }
    latest = Optional.of(sampler.sample());
    return latest;
  }

  /**
   * Why no process can be watched; the host may still be sampled.
   *
   * @return the reason; empty if processes can be watched
   */
  public Optional<String> unavailable() {
    return unavailable;
  }

  /**
   * Watches a process as part of an activity, with all processes that it has started or will start.
   * A process that began less than an interval ago is measured from its start. A process that is
   * already watched moves to this activity.
   *
   * @param pid its id
   * @param activity id of the activity; any name
   * @return whether it is watched; false if it has ended, may not be read, or too many are watched
   *     already
   */
  public synchronized boolean watch(long pid, String activity) {
    Objects.requireNonNull(activity, "activity");
    return !isClosed && unavailable.isEmpty() && sampler.watch(pid, activity);
  }

  /**
   * A listener for process tracking that watches each process found.
   *
   * @param activity returns the id of the activity that a process belongs to; empty for a process
   *     not to watch
   * @return the listener
   */
  public TrackingListener listener(Function<TrackedProcess, Optional<String>> activity) {
    Objects.requireNonNull(activity, "activity");
    return new TrackingListener() {
      @Override
      public void found(TrackedProcess process) {
        activity.apply(process).ifPresent(id -> watch(process.process().pid(), id));
      }
    };
  }

  /**
   * The latest sample.
   *
   * @return the sample; empty before the first
   */
  public synchronized Optional<ResourceSample> latest() {
    return latest;
  }

  /**
   * How long an activity has waited up to the latest sample.
   *
   * @param activity id of the activity
   * @return its load; empty if none of its processes was ever watched
   */
  public synchronized Optional<ActivityLoad> load(String activity) {
    return sampler.load(activity);
  }

  /**
   * How long each activity has waited up to the latest sample.
   *
   * @return loads in the order in which the activities were first watched
   */
  public synchronized List<ActivityLoad> loads() {
    return List.copyOf(sampler.loads());
  }

  /**
   * Forgets an activity: its processes are no longer watched, and another attempt starts from zero.
   *
   * @param activity id of the activity
   */
  public synchronized void forget(String activity) {
    sampler.forget(activity);
  }

  /**
   * Records the waits of all activities in a run: see {@link ActivityLoad#recordInto}.
   *
   * @param recorder the recorder of the run
   */
  public void recordInto(RunRecorder recorder) {
    Objects.requireNonNull(recorder, "recorder");
    loads().forEach(load -> load.recordInto(recorder));
  }

  /**
   * How often a process was not watched because there were too many already.
   *
   * @return 0 or more
   */
  public synchronized long overLimit() {
    return sampler.overLimit();
  }

  /**
   * How often a sample could not be taken, or a listener threw something.
   *
   * @return 0 or more
   */
  public long failures() {
    return failures.get();
  }

  /** Stops sampling; the measurements stay available. Closing again has no effect. */
  @Override
  public void close() {
    // No interrupt: it would close the files that the sampler reads.
    samples.ifPresent(running -> running.cancel(false));
    pace.shutdown();
    synchronized (this) {
      if (!isClosed) {
        isClosed = true;
        sampler.close();
      }
    }
  }
}
