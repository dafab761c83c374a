package io.flowgauge.instrumentation.tracking;

import io.flowgauge.instrumentation.InstrumentedProcess;
import io.flowgauge.instrumentation.Refusal;
import io.flowgauge.instrumentation.RefusalCode;
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

/** The processes that a tracker has found, and their states. Thread-safe. */
final class TrackedProcesses {
  private static final int ATTACHERS = 2;

  private final ProcessTrackerBuilder options;
  private final Optional<Attacher> attacher;
  private final Map<Long, TrackedProcess> live = new ConcurrentHashMap<>();

  /** Processes between the live and the ended ones, so that none is missing meanwhile. */
  private final Set<TrackedProcess> ending = ConcurrentHashMap.newKeySet();

  /** How many threads work on a process, if any; a call of a provider can take long. */
  private final Map<TrackedProcess, Integer> busy = new ConcurrentHashMap<>();

  private final EndedProcesses endedProcesses;
  private final AtomicLong found = new AtomicLong();
  private final AtomicLong instrumented = new AtomicLong();
  private final AtomicLong refused = new AtomicLong();
  private final AtomicLong ended = new AtomicLong();
  private final AtomicLong overLimit = new AtomicLong();
  private final AtomicLong listenerFailures = new AtomicLong();
  private final ExecutorService attachers =
      Executors.newFixedThreadPool(ATTACHERS, TrackedProcesses::thread);
  private volatile boolean isClosed;

  TrackedProcesses(ProcessTrackerBuilder options) {
    this.options = options;
    this.attacher =
        options.request.map(
            request -> new Attacher(options.table, options.chosenProvider(), request));
    this.endedProcesses = new EndedProcesses(options.ended);
  }

  private static Thread thread(Runnable work) {
    Thread thread = new Thread(work, "flowgauge-attach");
    thread.setDaemon(true);
    return thread;
  }

  /**
   * Returns the processes that run, and the most recent that ended or were refused, ordered by
   * start.
   */
  List<TrackedProcess> all() {
    Set<TrackedProcess> distinct = present();
    distinct.addAll(endedProcesses.processes());
    List<TrackedProcess> all = new ArrayList<>(distinct);
    all.sort(Comparator.comparingLong(process -> process.stat().startTicks()));
    return List.copyOf(all);
  }

  List<GroupProfile> groups() {
    return endedProcesses.groups(present());
  }

  private Set<TrackedProcess> present() {
    Set<TrackedProcess> present = new LinkedHashSet<>(live.values());
    present.addAll(ending);
    return present;
  }

  TrackingCounts counts(long unseen, long lostStarts) {
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

  /**
   * Ends the process known by a pid: another process has it now, or the process runs another
   * program.
   */
  void endEarlierProcess(long pid) {
    Optional.ofNullable(live.get(pid)).ifPresent(this::end);
  }

  /** Attaches to a matching process, on one of this object's threads. */
  void attach(TrackedProcess tracked) {
    if (admit(tracked)) {
      attacher.ifPresent(by -> submit(() -> attach(tracked, by::attach)));
    }
  }

  /** Puts sensors into a process already attached to; returns false if it need not stay open. */
  boolean attach(TrackedProcess tracked, InstrumentedProcess process) {
    if (admit(tracked)) {
      attacher.ifPresent(by -> attach(tracked, each -> by.instrument(each, process)));
    }
    return tracked.isOpen();
  }

  /** Records a process that matches but cannot be attached to. */
  void refuse(TrackedProcess tracked, Refusal reason) {
    reportFound(tracked);
    tracked.refuse(reason);
    recordEnd(tracked);
  }

  private void reportFound(TrackedProcess tracked) {
    found.incrementAndGet();
    notifyListener(tracked, options.listener::found);
  }

  /** Adds a process to the live ones; refuses it, and returns false, if there are too many. */
  private boolean admit(TrackedProcess tracked) {
    reportFound(tracked);
    if (attacher.isPresent() && live.size() >= options.processes) {
      overLimit.incrementAndGet();
      tracked.refuse(
          new Refusal(
              RefusalCode.LIMIT,
              options.processes + " processes have sensors already, which is the limit"));
      recordEnd(tracked);
      return false;
    }
    live.put(tracked.stat().pid(), tracked);
    return true;
  }

  private void attach(TrackedProcess tracked, Consumer<TrackedProcess> how) {
    if (isClosed) {
      return;
    }
    keepBusy(
        tracked,
        () -> {
          // The lock delays the report of its end until after this.
          synchronized (tracked) {
            how.accept(tracked);
            if (tracked.state() == TrackedProcess.State.REFUSED) {
              recordEnd(tracked);
            }
            announceIfNew(tracked);
          }
        });
  }

  /** Works on a process, and ends it afterwards if close() has not waited for this. */
  private void keepBusy(TrackedProcess tracked, Runnable work) {
    busy.merge(tracked, 1, Integer::sum);
    try {
      work.run();
    } finally {
      busy.computeIfPresent(tracked, (each, count) -> count == 1 ? null : count - 1);
      if (isClosed) {
        recordEnd(tracked);
      }
    }
  }

  private void announceIfNew(TrackedProcess tracked) {
    if (tracked.isNewlyInstrumented()) {
      instrumented.incrementAndGet();
      notifyListener(tracked, options.listener::instrumented);
    }
  }

  private void retry(Attacher by, TrackedProcess tracked) {
    keepBusy(
        tracked,
        () -> {
          by.retry(tracked);
          announceIfNew(tracked);
        });
  }

  /** Checks which live processes have ended, and which may have regions that were missing. */
  void check() {
    for (TrackedProcess process : live.values()) {
      if (isOver(process)) {
        end(process);
      } else if (process.isRetryDue()) {
        attacher.ifPresent(by -> submit(() -> retry(by, process)));
      }
    }
  }

  private boolean isOver(TrackedProcess process) {
    if (attacher.isPresent()) {
      try {
        return process.isOver();
      } catch (RuntimeException
          | LinkageError e) { // One process must not end the tracking of others.
        process.fail(e);
        return true;
      }
    }
    // Without sensors, only the process table shows it.
    return options.table.stat(process.stat().pid()).filter(process.stat()::isSameImage).isEmpty();
  }

  private void end(TrackedProcess process) {
    if (ending.add(process)) {
      live.remove(process.stat().pid(), process);
      submit(() -> recordEnd(process));
    }
  }

  private void recordEnd(TrackedProcess process) {
    if (!process.finish()) {
      return;
    }
    endedProcesses.add(process);
    live.remove(process.stat().pid(), process);
    ending.remove(process);
    if (process.state() == TrackedProcess.State.REFUSED) {
      refused.incrementAndGet();
      notifyListener(process, options.listener::refused);
    } else if (process.isAnnounced()) {
      ended.incrementAndGet();
      notifyListener(process, options.listener::ended);
    }
  }

  private void submit(Runnable work) {
    try {
      attachers.execute(work);
    } catch (RejectedExecutionException e) {
      // Closed meanwhile: nothing is attached any more, but the end of a process is still recorded.
      work.run();
    }
  }

  private void notifyListener(TrackedProcess process, Consumer<TrackedProcess> hearer) {
    try {
      hearer.accept(process);
    } catch (RuntimeException | Error e) {
      listenerFailures.incrementAndGet();
    }
  }

  /**
   * Removes all sensors; measurements are kept. A process whose attaching takes longer is released
   * when that returns.
   *
   * @param patience how long to wait for work under way
   */
  void close(Duration patience) {
    isClosed = true;
    attachers.shutdown();
    boolean isLate = false;
    try {
      isLate = !attachers.awaitTermination(patience.toSeconds(), TimeUnit.SECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    if (isLate) {
      attachers.shutdownNow();
    }
    present().stream().filter(process -> !busy.containsKey(process)).forEach(this::recordEnd);
  }
}
