package io.flowgauge.instrumentation.tracking;

import io.flowgauge.instrumentation.Outcome;
import io.flowgauge.instrumentation.Refusal;
import io.flowgauge.instrumentation.RefusalCode;
import io.flowgauge.instrumentation.TargetProcess;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;

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
 * the time of its start, and one that becomes another program is looked at anew. Closing takes all
 * sensors out. Thread-safe.
 */
public final class ProcessTracker implements AutoCloseable {
  private static final int ATTACHERS = 2;
  private static final Duration PATIENCE = Duration.ofSeconds(30);

  /** So often all processes are looked at where starts are told, for those that were lost. */
  private static final Duration SWEEP = Duration.ofSeconds(1);

  private final ProcessTrackerBuilder options;
  private final ProcessScan scan;
  private final ProcessFinder finder;
  private final Optional<Attacher> attacher;
  private final Map<Long, TrackedProcess> live = new ConcurrentHashMap<>();

  /** On their way from the live ones to history, so that nobody is missing meanwhile. */
  private final Set<TrackedProcess> ending = ConcurrentHashMap.newKeySet();

  private final History history;
  private final AtomicLong found = new AtomicLong();
  private final AtomicLong instrumented = new AtomicLong();
  private final AtomicLong refused = new AtomicLong();
  private final AtomicLong ended = new AtomicLong();
  private final AtomicLong overLimit = new AtomicLong();
  private final AtomicLong listenerFailures = new AtomicLong();
  private final ExecutorService attachers =
      Executors.newFixedThreadPool(ATTACHERS, work -> thread(work, "flowgauge-attach"));
  private final Thread watcher = thread(this::watch, "flowgauge-tracker");
  private Optional<ProcessStarts.Watch> starts;
  private volatile String source;
  private volatile long unseen;
  private volatile long lostStarts;
  private volatile boolean isClosed;

  ProcessTracker(ProcessTrackerBuilder options) {
    this.options = options;
    this.scan = new ProcessScan(options.table);
    this.finder = new ProcessFinder(options.table, options.pattern);
    this.attacher =
        options.request.map(
            request -> new Attacher(options.table, options.chosenProvider(), request));
    this.history = new History(options.ended);
    List<Refusal> refusals = new ArrayList<>();
    this.starts =
        unavailable().isPresent() ? Optional.empty() : firstOf(options.sources(), refusals);
    this.source =
        starts.isPresent() ? "process starts as the kernel tells them" : polling(refusals);
  }

  private static Optional<ProcessStarts.Watch> firstOf(
      List<ProcessStarts> sources, List<Refusal> refusals) {
    for (ProcessStarts source : sources) {
      Outcome<ProcessStarts.Watch> opened = source.open();
      if (opened.value().isPresent()) {
        return opened.value();
      }
      opened.refusal().ifPresent(refusals::add);
    }
    return Optional.empty();
  }

  private String polling(List<Refusal> refusals) {
    return "the process table every "
        + options.interval.toMillis()
        + " ms"
        + (refusals.isEmpty() ? "" : ", as the kernel does not tell: " + refusals.get(0).message());
  }

  private static Thread thread(Runnable work, String name) {
    Thread thread = new Thread(work, name);
    thread.setDaemon(true);
    return thread;
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

  void begin() {
    if (unavailable().isEmpty()) {
      watcher.start();
    }
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
    return source;
  }

  /**
   * The processes that matched: those that run, and the last that are over or were refused.
   *
   * @return by start
   */
  public List<TrackedProcess> processes() {
    Set<TrackedProcess> distinct = present();
    distinct.addAll(history.processes());
    List<TrackedProcess> all = new ArrayList<>(distinct);
    all.sort(Comparator.comparingLong(process -> process.stat().startTicks()));
    return List.copyOf(all);
  }

  /**
   * What was measured so far, joined by job.
   *
   * @return a profile for each job of which a process had sensors
   */
  public List<GroupProfile> groups() {
    return history.groups(present());
  }

  private Set<TrackedProcess> present() {
    Set<TrackedProcess> present = new LinkedHashSet<>(live.values());
    present.addAll(ending);
    return present;
  }

  /**
   * What was seen so far.
   *
   * @return counts
   */
  public TrackingCounts counts() {
    return new TrackingCounts(
        found.get(),
        instrumented.get(),
        refused.get(),
        ended.get(),
        overLimit.get(),
        unseen,
        lostStarts,
        listenerFailures.get());
  }

  private void watch() {
    try {
      long nextSweep = System.nanoTime();
      while (!isClosed) {
        examine(scan.of(told()));
        if (starts.isEmpty() || haveBeenLost() || System.nanoTime() - nextSweep >= 0) {
          examine(scan.all());
          nextSweep = System.nanoTime() + SWEEP.toNanos();
        }
        check();
        if (starts.isEmpty()) {
          TimeUnit.NANOSECONDS.sleep(options.interval.toNanos());
        }
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } finally {
      starts.ifPresent(ProcessStarts.Watch::close);
    }
  }

  /** What fails once is not asked again. */
  private List<Long> told() {
    try {
      return starts.isPresent() ? starts.get().next(options.interval) : List.of();
    } catch (RuntimeException e) {
      starts.ifPresent(ProcessStarts.Watch::close);
      starts = Optional.empty();
      source = polling(List.of(new Refusal(RefusalCode.SYSTEM, "it failed: " + e)));
      return List.of();
    }
  }

  private boolean haveBeenLost() {
    long before = lostStarts;
    starts.ifPresent(watch -> lostStarts = watch.lost());
    return lostStarts != before;
  }

  private void examine(List<ProcStat> appeared) {
    for (ProcStat stat : appeared) {
      long pid = stat.pid();
      TrackedProcess former = live.get(pid);
      if (former != null) {
        end(former);
      }
      if (!isClosed && pid != ProcessHandle.current().pid()) {
        finder.find(stat).ifPresent(process -> match(process, stat));
      }
    }
    // Only starts that are looked for can be unseen.
    unseen = starts.isPresent() ? 0 : scan.unseen();
  }

  private void match(TargetProcess process, ProcStat stat) {
    TrackedProcess tracked = new TrackedProcess(process, groupOf(stat.pid()), stat);
    found.incrementAndGet();
    tell(tracked, options.listener::found);
    if (attacher.isPresent() && live.size() >= options.processes) {
      overLimit.incrementAndGet();
      tracked.refuse(
          new Refusal(
              RefusalCode.LIMIT, options.processes + " processes have sensors, the most allowed"));
      over(tracked);
    } else {
      live.put(stat.pid(), tracked);
      attacher.ifPresent(by -> submit(() -> attach(by, tracked)));
    }
  }

  private Optional<String> groupOf(long pid) {
    Map<String, String> environment = options.table.environment(pid);
    return options.variables.stream()
        .filter(environment::containsKey)
        .map(name -> name + "=" + environment.get(name))
        .findFirst();
  }

  private void attach(Attacher by, TrackedProcess tracked) {
    if (isClosed) {
      return;
    }
    // Its end waits, so that it is told after this.
    synchronized (tracked) {
      by.attach(tracked);
      if (tracked.state() == TrackedProcess.State.REFUSED) {
        over(tracked);
      } else if (tracked.state() == TrackedProcess.State.INSTRUMENTED) {
        instrumented.incrementAndGet();
        tell(tracked, options.listener::instrumented);
      }
    }
  }

  /** Looks after the live ones: who has ended, and who has got the regions it lacked. */
  private void check() {
    for (TrackedProcess process : live.values()) {
      if (isOver(process)) {
        end(process);
      } else if (process.isRetryDue()) {
        attacher.ifPresent(by -> submit(() -> by.retry(process)));
      }
    }
  }

  private boolean isOver(TrackedProcess process) {
    if (attacher.isPresent()) {
      return process.isOver();
    }
    // Without a provider it is the process table that knows.
    return options.table.stat(process.stat().pid()).filter(process.stat()::isSameImage).isEmpty();
  }

  private void end(TrackedProcess process) {
    if (ending.add(process)) {
      live.remove(process.stat().pid(), process);
      submit(() -> over(process));
    }
  }

  private void over(TrackedProcess process) {
    if (!process.finish()) {
      return;
    }
    history.add(process);
    live.remove(process.stat().pid(), process);
    ending.remove(process);
    if (process.state() == TrackedProcess.State.REFUSED) {
      refused.incrementAndGet();
      tell(process, options.listener::refused);
    } else if (process.report().isPresent()) {
      ended.incrementAndGet();
      tell(process, options.listener::ended);
    }
  }

  private void submit(Runnable work) {
    try {
      attachers.execute(work);
    } catch (RejectedExecutionException e) {
      // Closed meanwhile: close() ends what is live.
      work.run();
    }
  }

  private void tell(TrackedProcess process, Consumer<TrackedProcess> hearer) {
    try {
      hearer.accept(process);
    } catch (RuntimeException e) {
      listenerFailures.incrementAndGet();
    }
  }

  /** Takes all sensors out and ends; profiles stay readable. Closing again does nothing. */
  @Override
  public void close() {
    isClosed = true;
    watcher.interrupt();
    attachers.shutdown();
    boolean wasInterrupted = false;
    try {
      watcher.join(PATIENCE.toMillis());
      wasInterrupted = !attachers.awaitTermination(PATIENCE.toSeconds(), TimeUnit.SECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    if (wasInterrupted) {
      attachers.shutdownNow();
    }
    present().forEach(this::over);
  }
}
