package io.flowgauge.tuning;

import io.flowgauge.instrumentation.Instrumentation;
import io.flowgauge.instrumentation.InstrumentationException;
import io.flowgauge.instrumentation.InstrumentationProvider;
import io.flowgauge.instrumentation.InstrumentedProcess;
import io.flowgauge.instrumentation.Outcome;
import io.flowgauge.instrumentation.Refusal;
import io.flowgauge.instrumentation.RefusalCode;
import io.flowgauge.instrumentation.RegionPattern;
import io.flowgauge.instrumentation.SensorReport;
import io.flowgauge.instrumentation.tracking.TrackedProcess;
import io.flowgauge.instrumentation.tracking.TrackingListener;
import io.flowgauge.resources.ResourceMonitor;
import io.flowgauge.tuning.TuningStep.State;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

/**
 * Runs tunlets over processes ([MATE] §3): observes the processes, makes the changes that tunlets
 * decide on, one at a time in each process, and undoes those that do harm.
 *
 * <pre>{@code
 * try (Analyzer analyzer = Analyzer.builder().onStep(System.out::println).open()) {
 *   analyzer.watch(4711);
 *   while (!analyzer.isIdle()) {
 *     Thread.sleep(1000);
 *   }
 * }
 * }</pre>
 *
 * <p>Changes last until their processes end or the analyzer is closed. A process may end, refuse or
 * belong to another user at any time; the analyzer reports that as a step. Thread-safe.
 */
public final class Analyzer implements AutoCloseable {
  private final AnalyzerBuilder options;
  private final LoadSums loads = new LoadSums();
  private final ResourceMonitor monitor;
  private final Map<String, InstrumentationProvider> providers = new LinkedHashMap<>();
  private final LinkedBlockingQueue<Long> arriving = new LinkedBlockingQueue<>();
  private final Map<String, Subject> subjects = new LinkedHashMap<>();
  private final List<TunedProcess> processes = new ArrayList<>();
  private final Set<String> refused = new HashSet<>();
  private final List<TuningStep> steps = new ArrayList<>();
  private final Thread thread = new Thread(this::run, "flowgauge-tuning");
  private final CountDownLatch closed = new CountDownLatch(1);
  private volatile boolean isBusy;

  Analyzer(AnalyzerBuilder options) {
    this.options = options;
    monitor = ResourceMonitor.builder().interval(options.interval()).onSample(loads).open();
    options.providers().forEach(provider -> providers.put(provider.name(), provider));
    thread.setDaemon(true);
    thread.start();
  }

  /**
   * Prepares an analyzer with all installed tunlets.
   *
   * @return a builder with its options
   */
  public static AnalyzerBuilder builder() {
    return new AnalyzerBuilder();
  }

  /**
   * Watches a process. The results are reported as steps.
   *
   * @param pid its id
   */
  public void watch(long pid) {
    arriving.add(pid);
  }

  /**
   * Returns a listener for process tracking that watches each process found.
   *
   * @return the listener
   */
  public TrackingListener listener() {
    return new TrackingListener() {
      @Override
      public void found(TrackedProcess process) {
        watch(process.process().pid());
      }
    };
  }

  /**
   * Whether there is nothing to do: no watched process is alive.
   *
   * @return true before the first process, and after the last one
   */
  public boolean isIdle() {
    return arriving.isEmpty() && !isBusy; // In this order: an arriving process makes it busy first.
  }

  /**
   * Returns all steps so far.
   *
   * @return steps in the order in which they were taken
   */
  public List<TuningStep> steps() {
    synchronized (steps) {
      return List.copyOf(steps);
    }
  }

  private void run() {
    try {
      work();
    } finally {
      processes.forEach(Analyzer::release);
    }
  }

  private void work() {
    long pause = options.interval().toNanos();
    while (!isClosed()) {
      long begin = System.nanoTime();
      admit();
      processes.forEach(TunedProcess::forgetSnapshot);
      subjects.values().forEach(this::tick);
      removeEnded();
      isBusy = !processes.isEmpty();
      try {
        long left = Math.max(pause / 4, pause - (System.nanoTime() - begin));
        boolean unused = closed.await(left, TimeUnit.NANOSECONDS);
      } catch (InterruptedException e) {
        break; // Interrupted, perhaps by a listener.
      }
    }
  }

  private boolean isClosed() {
    return closed.getCount() == 0;
  }

  /** Releases a process. A failure must not keep the others from being released. */
  private static void release(TunedProcess process) {
    try {
      process.process().close();
    } catch (RuntimeException | Error e) {
      System.getLogger(Analyzer.class.getName())
          .log(System.Logger.Level.WARNING, "cannot detach from process " + process.pid(), e);
    }
  }

  private void tick(Subject subject) {
    try {
      subject.tick(process -> isFree(process, subject));
    } catch (InstrumentationException e) { // The machine of a process cannot be reached.
      subject.lose(e.refusal());
    } catch (RuntimeException | Error e) { // The others must go on.
      subject.fail("tuning failed: " + e);
    }
  }

  private boolean isFree(TunedProcess process, Subject subject) {
    return subjects.values().stream()
        .noneMatch(
            other ->
                other != subject
                    && other.isGuarding()
                    && other.processes().stream().anyMatch(p -> p.pid() == process.pid()));
  }

  private void removeEnded() {
    processes.removeIf(
        process -> {
          boolean isOver = isOver(process);
          if (isOver) {
            release(process);
            loads.forget(process.pid());
          }
          return isOver;
        });
    subjects.values().removeIf(subject -> subject.processes().isEmpty());
  }

  private static boolean isOver(TunedProcess process) {
    try {
      return !process.isAlive();
    } catch (RuntimeException e) { // Its machine cannot be reached.
      return true;
    }
  }

  /**
   * Admits processes, for one interval at most: attaching takes long, and changes in other
   * processes must be guarded meanwhile.
   */
  private void admit() {
    long deadline = System.nanoTime() + options.interval().toNanos();
    int most = arriving.size();
    for (int k = 0; k < most && !isClosed() && System.nanoTime() - deadline < 0; k++) {
      isBusy = true;
      admit(arriving.remove());
    }
  }

  private void admit(long pid) {
    Map<String, TunedProcess> attached = new LinkedHashMap<>();
    for (Tunlet tunlet : options.chosen()) {
      try {
        admit(pid, tunlet, attached);
      } catch (InstrumentationException e) {
        refuse(tunlet, "process " + pid, pid, e.refusal());
      } catch (RuntimeException | Error e) { // A user's tunlet can throw anything.
        refuse(
            tunlet, "process " + pid, pid, new Refusal(RefusalCode.SYSTEM, "tuning failed: " + e));
      }
    }
    if (attached.values().stream().anyMatch(TunedProcess::isLocal)) {
      monitor.watch(pid, "process " + pid);
    }
    processes.addAll(attached.values());
  }

  /**
   * Admits a process to a tunlet. The process is attached to once for each provider that is wanted.
   */
  private void admit(long pid, Tunlet tunlet, Map<String, TunedProcess> attached) {
    Watch watch = tunlet.watch();
    TunedProcess process = attached.get(watch.provider());
    if (process == null) {
      Outcome<InstrumentedProcess> outcome = attach(pid, watch.provider());
      if (outcome instanceof Outcome.Refused<InstrumentedProcess> none) {
        refuse(tunlet, "process " + pid, pid, none.reason());
        return;
      }
      process = new TunedProcess(outcome.orThrow(), loads);
      attached.put(watch.provider(), process);
    }
    String program = process.process().process().name();
    Outcome<SensorReport> report = process.process().instrument(watch.sensors());
    Optional<Refusal> refusal =
        report.refusal().or(() -> missing(program, tunlet, report.orThrow()));
    if (refusal.isPresent()) {
      refuse(tunlet, program, pid, refusal.get());
      return;
    }
    String key = tunlet.name() + " " + program + (watch.isWholeProgram() ? "" : " " + pid);
    subjects
        .computeIfAbsent(key, k -> new Subject(tunlet, program, options.isDry(), this::report))
        .add(process);
  }

  /**
   * Refuses a process without a region to watch, or without one that the guard names: there, a
   * harmful change would be kept.
   */
  private static Optional<Refusal> missing(String program, Tunlet tunlet, SensorReport report) {
    if (report.done().isEmpty()) {
      return noTarget(program, "the regions " + tunlet.watch().sensors().include());
    }
    RegionPattern guarded = tunlet.guard().regions();
    return report.done().stream().anyMatch(each -> guarded.matches(each.region()))
        ? Optional.empty()
        : noTarget(program, "the regions with a sensor that the guard watches, " + guarded);
  }

  private static Optional<Refusal> noTarget(String program, String what) {
    return Optional.of(new Refusal(RefusalCode.NO_TARGET, program + " has none of " + what));
  }

  private Outcome<InstrumentedProcess> attach(long pid, String name) {
    InstrumentationProvider provider = providers.get(name);
    return provider == null
        ? Outcome.refused(RefusalCode.UNSUPPORTED, "there is no provider '" + name + "'")
        : provider.attach(pid);
  }

  /** Reports a refusal once for each program. */
  private void refuse(Tunlet tunlet, String program, long pid, Refusal why) {
    if (refused.add(tunlet.name() + " " + program + " " + why.code())) {
      report(
          new TuningStep(
              Instant.now(),
              tunlet.name(),
              program,
              List.of(pid),
              Optional.empty(),
              State.REFUSED,
              Rate.NONE,
              Rate.NONE,
              why.message()));
    }
  }

  private void report(TuningStep step) {
    synchronized (steps) {
      steps.add(step);
    }
    options
        .listeners()
        .forEach(
            listener -> {
              try {
                listener.accept(step);
              } catch (RuntimeException
                  | Error e) { // What a listener throws must not affect tuning.
                Thread.currentThread()
                    .getUncaughtExceptionHandler()
                    .uncaughtException(Thread.currentThread(), e);
              }
            });
  }

  /**
   * Undoes all changes, removes the sensors and detaches from all processes. If a listener calls
   * this, it happens after the listener has returned.
   */
  @Override
  public void close() {
    closed.countDown(); // Not interrupted, because that would close the channels of providers.
    if (Thread.currentThread().equals(thread)) {
      monitor.close();
      return;
    }
    boolean isInterrupted = false;
    while (thread.isAlive()) {
      try {
        thread.join();
      } catch (InterruptedException e) {
        isInterrupted = true;
      }
    }
    monitor.close();
    if (isInterrupted) {
      Thread.currentThread().interrupt();
    }
  }

  /** Returns all installed providers. */
  static List<InstrumentationProvider> installed() {
    return Instrumentation.providers();
  }
}
