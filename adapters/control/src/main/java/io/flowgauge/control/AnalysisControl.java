package io.flowgauge.control;

import io.flowgauge.control.Decision.State;
import io.flowgauge.control.Examination.Cause;
import io.flowgauge.control.Selection.Wanted;
import io.flowgauge.instrumentation.InstrumentationProvider;
import io.flowgauge.instrumentation.InstrumentedProcess;
import io.flowgauge.instrumentation.Outcome;
import io.flowgauge.instrumentation.Refusal;
import io.flowgauge.instrumentation.RefusalCode;
import io.flowgauge.instrumentation.tracking.TrackedProcess;
import io.flowgauge.instrumentation.tracking.TrackingListener;
import io.flowgauge.live.LiveRun;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;
import java.util.function.Function;

/**
 * Decides during a run which of its activities to examine, and when to stop ([Truong] §5, Analysis
 * Control). If an activity is late against its forecast, it looks twenty times a second where the
 * activity's threads are, and reports the region in which they are more often than those of other
 * activities of its type as a {@link Finding}. Then, until the activity ends, sensors measure
 * communication, synchronization, input/output and that region; what they measure enters the
 * activity's overheads live.
 *
 * <pre>{@code
 * LiveRun run = monitor.run("2026-11-24/1").orElseThrow();
 * try (AnalysisControl control = AnalysisControl.of(run).onFinding(System.out::println).open()) {
 *   Process align = new ProcessBuilder("bwa", "mem", "ref.fa", "reads.fq").start();
 *   control.watch(align.pid(), "align");
 *   align.waitFor();
 * }
 * }</pre>
 *
 * <p>All this costs less than the budget, by default 1 % of the time that activities run. Processes
 * may end, refuse, or belong to another user at any time; this is reported as a {@link Decision}.
 * Thread-safe.
 */
public final class AnalysisControl implements AutoCloseable {
  private static final String ENDED = "it has ended";
  private static final long LOOKING_MILLIS = 50;
  private static final long IDLE_MILLIS = 200;
  private static final long RECORDING_NANOS = 1_000_000_000L;

  /** Most activities whose threads are looked at, and most that are examined at all, at a time. */
  private static final int AT_ONCE = 4;

  private static final int MOST = 64;
  private static final int FEW_LOOKS = 5;

  /** Share of the budget that looks at the run may take; the first look takes longest. */
  private static final double OUTLOOK_SHARE = 0.4;

  private static final double FIRST_LOOK_NANOS = 20e6;

  /** Share of the budget that one sensor may cost. */
  private static final double SENSOR_SHARE = 0.2;

  private final AnalysisControlBuilder options;
  private final LiveRun run;
  private final WatchedProcesses watched = new WatchedProcesses();
  private final UsualShares usual = new UsualShares();
  private final Selection selection;
  private final List<Examination> underWay = new ArrayList<>();
  private final List<Decision> decisions = new CopyOnWriteArrayList<>();
  private final List<Finding> findings = new CopyOnWriteArrayList<>();
  private final AtomicLong failures = new AtomicLong();
  private final Budget budget;
  private final Thread thread = new Thread(this::work, "flowgauge-control");
  private Optional<Outlook> outlook = Optional.empty();
  private long seen = -1;
  private double looksNanos;
  private double lastLookNanos = FIRST_LOOK_NANOS;
  private long recorded;
  private volatile boolean isClosed;

  AnalysisControl(AnalysisControlBuilder options) {
    this.options = options;
    run = options.run;
    selection = new Selection(options.policies, failures);
    budget = new Budget(options.budget);
    thread.setDaemon(true);
    thread.start();
  }

  /**
   * Sets up the control of a run.
   *
   * @param run the run, as a {@link io.flowgauge.live.LiveMonitor} watches it
   * @return a builder with its options
   */
  public static AnalysisControlBuilder of(LiveRun run) {
    return new AnalysisControlBuilder(run);
  }

  /**
   * Says that a process belongs to an activity. Processes that it has started by the time the
   * activity is examined are examined, too.
   *
   * @param pid its id
   * @param activity id of the activity
   */
  public void watch(long pid, String activity) {
    Objects.requireNonNull(activity, "activity");
    watched.add(pid, activity);
  }

  /**
   * Returns a listener for process tracking that watches each process found.
   *
   * @param activity returns the id of the activity that a process belongs to; empty if it belongs
   *     to none
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
   * Returns all decisions so far.
   *
   * @return decisions in their order
   */
  public List<Decision> decisions() {
    return List.copyOf(decisions);
  }

  /**
   * Returns all findings so far.
   *
   * @return findings in their order
   */
  public List<Finding> findings() {
    return List.copyOf(findings);
  }

  /**
   * Returns the processor time spent so far: by the control's thread, by helper processes of this
   * virtual machine (which others may use, too), and by sensors, according to their measured cost.
   *
   * @return the time
   */
  public Duration spent() {
    return Duration.ofNanos((long) budget.spentNanos());
  }

  /**
   * Returns how often something failed unexpectedly, or a listener threw an exception.
   *
   * @return 0 or more
   */
  public long failures() {
    return failures.get();
  }

  private void work() {
    while (!isClosed) {
      // An exception would end all control.
      try {
        tick();
      } catch (RuntimeException | Error e) {
        failures.incrementAndGet();
      }
      boolean isLooking = underWay.stream().anyMatch(Examination::isLooking);
      LockSupport.parkNanos(
          TimeUnit.MILLISECONDS.toNanos(isLooking ? LOOKING_MILLIS : IDLE_MILLIS));
    }
    for (Examination each : new ArrayList<>(underWay)) {
      try {
        stop(each, "the control was closed");
      } catch (RuntimeException | Error e) { // The others must be stopped, too.
        failures.incrementAndGet();
      }
    }
    updateBudget();
  }

  private void tick() {
    updateBudget();
    watched.takeRestarted().forEach(selection::forget);
    lookAtRun();
    examine();
    outlook.ifPresent(this::choose);
  }

  private void updateBudget() {
    budget.update(outlook.map(Outlook::running).orElse(1));
  }

  /** Looks at the run if something has changed, as often as the budget allows. */
  private void lookAtRun() {
    long changes = run.changes();
    double allowed = OUTLOOK_SHARE * budget.allowedNanos();
    if (changes == seen || looksNanos + lastLookNanos > allowed) {
      return;
    }
    double before = budget.spentNanos();
    try {
      outlook = Outlook.of(run, outlook);
      seen = changes;
    } catch (IOException e) {
      failures.incrementAndGet(); // Tried again when the run can be read.
    }
    budget.findHelpers();
    lastLookNanos = spentSince(before);
    looksNanos += lastLookNanos;
    watched.activities().stream()
        .filter(activity -> outlook.filter(now -> !now.isRunning(activity)).isPresent())
        .forEach(watched::removeIfEnded);
    selection.retain(watched.activities());
  }

  private void choose(Outlook now) {
    selection.choose(now, watched, this::beginIfPossible, this::refuse);
  }

  /**
   * Begins an examination if possible; returns true if nothing is left to do, because it has begun
   * or the activity has ended.
   */
  private boolean beginIfPossible(Wanted each) {
    int looking = (int) underWay.stream().filter(Examination::isLooking).count();
    boolean isPossible =
        looking < AT_ONCE
            && underWay.size() < MOST
            && budget.allowsOneMore(each.policy().share(), looking);
    if (isPossible && watched.isAlive(each.activity())) {
      begin(each.candidate(), each.policy(), each.why());
    }
    return isPossible;
  }

  private void refuse(Wanted each) {
    if (each.policy().seeksCause()) {
      String reason = each.why() + "; not examined now, because the budget is spent";
      report(each.activity(), List.of(), State.REFUSED, each.policy(), reason);
    }
  }

  private void begin(Candidate candidate, Policy policy, String why) {
    for (Examination each : underWay) {
      if (each.candidate().activity().equals(candidate.activity())) {
        selection.examined(candidate, policy, false);
        each.restartFor(candidate, policy);
        report(candidate.activity(), each.pids(), State.BEGUN, policy, why);
        return;
      }
    }
    double before = budget.spentNanos();
    List<InstrumentedProcess> attached = new ArrayList<>();
    String refusal = "it has no running process";
    for (long pid : watched.leaves(candidate.activity())) {
      Outcome<InstrumentedProcess> outcome = attach(pid);
      outcome.value().ifPresent(attached::add);
      refusal = outcome.refusal().map(none -> none.message()).orElse(refusal);
    }
    selection.examined(candidate, policy, !attached.isEmpty());
    if (attached.isEmpty()) {
      report(candidate.activity(), List.of(), State.REFUSED, policy, refusal);
      return;
    }
    Examination examination = new Examination(candidate, policy, attached);
    underWay.add(examination);
    budget.findHelpers();
    examination.spend(spentSince(before));
    report(candidate.activity(), examination.pids(), State.BEGUN, policy, why);
  }

  private Outcome<InstrumentedProcess> attach(long pid) {
    Outcome<InstrumentedProcess> last =
        Outcome.refused(RefusalCode.UNSUPPORTED, "no provider of instrumentation is installed");
    for (InstrumentationProvider provider : options.providers) {
      last = provider.attach(pid);
      if (last.value().isPresent()) {
        return last;
      }
    }
    return last;
  }

  private void examine() {
    long now = System.nanoTime();
    boolean isRecording = now - recorded >= RECORDING_NANOS;
    recorded = isRecording ? now : recorded;
    for (Examination each : new ArrayList<>(underWay)) {
      if (each.isOver()) {
        stop(each, ENDED);
      } else if (budget.isExceeded()) {
        stop(each, "the budget is spent");
      } else if (each.isLooking() && each.isDue()) {
        double before = budget.spentNanos();
        look(each);
        each.spend(spentSince(before));
      } else if (isRecording && each.isMeasured()) {
        budget.recordSensorCost(each, each.sensorNanos());
        options.recorder.ifPresent(each::recordInto);
      }
    }
  }

  private double spentSince(double before) {
    updateBudget();
    return budget.spentNanos() - before;
  }

  private void look(Examination examination) {
    examination.look();
    if (examination.hasSeenEnough(usual)) {
      conclude(examination);
      Optional<Cause> cause = examination.likelyCause(usual);
      examination
          .measure(options.mapping, cause, SENSOR_SHARE * options.budget)
          .ifPresent(why -> stop(examination, reason(examination, why)));
    }
  }

  /** Says why there is no sensor; the activity may have ended while sensors were put in. */
  private static String reason(Examination examination, Refusal why) {
    return examination.isOver() ? ENDED : "no sensor could be inserted: " + why.message();
  }

  /** Reports where an activity is, or learns from it what is usual. */
  private void conclude(Examination examination) {
    Candidate candidate = examination.candidate();
    Sightings sightings = examination.sightings();
    if (!examination.isLate() && sightings.looks() >= FEW_LOOKS) {
      usual.add(candidate.type(), sightings.shares());
    }
    if (examination.policy().seeksCause()) {
      examination.likelyCause(usual).ifPresent(cause -> report(examination, cause));
    }
  }

  private void report(Examination examination, Cause cause) {
    Candidate candidate = examination.candidate();
    Finding finding =
        new Finding(
            Instant.now(),
            candidate.activity(),
            candidate.type(),
            examination.pids(),
            cause.seen().region(),
            cause.seen().within(),
            cause.share(),
            cause.usual(),
            cause.seen().waiting(),
            examination.sightings().looks(),
            examination.policy().name());
    findings.add(finding);
    options.findingListeners.forEach(listener -> notifyListener(listener, finding));
  }

  private void stop(Examination examination, String reason) {
    underWay.remove(examination);
    List<Long> pids = examination.pids();
    try {
      if (examination.isLooking() && examination.sightings().looks() >= FEW_LOOKS) {
        conclude(examination);
      } else if (examination.isLooking()) {
        selection.forget(examination.candidate().activity());
      }
    } finally { // A policy can throw anything, but no sensor may be left.
      examination.close();
    }
    budget.recordEnd(examination, examination.sensorNanos(), examination.spentNanos());
    options.recorder.ifPresent(examination::recordInto);
    String activity = examination.candidate().activity();
    report(activity, pids, State.STOPPED, examination.policy(), reason);
  }

  private void report(String activity, List<Long> pids, State state, Policy policy, String reason) {
    Decision decision = new Decision(Instant.now(), activity, pids, state, policy.name(), reason);
    decisions.add(decision);
    options.decisionListeners.forEach(listener -> notifyListener(listener, decision));
  }

  private <T> void notifyListener(Consumer<T> listener, T news) {
    try {
      listener.accept(news);
    } catch (RuntimeException | Error e) { // Whatever a listener throws must not affect control.
      failures.incrementAndGet();
    }
  }

  /**
   * Removes all sensors and detaches from all processes. If a listener calls this, it happens after
   * the listener has returned.
   */
  @Override
  public void close() {
    isClosed = true;
    if (Thread.currentThread().equals(thread)) {
      return;
    }
    LockSupport.unpark(thread); // Not interrupted: that would close providers' channels.
    boolean isInterrupted = false;
    while (thread.isAlive()) {
      try {
        thread.join();
      } catch (InterruptedException e) {
        isInterrupted = true;
      }
    }
    if (isInterrupted) {
      Thread.currentThread().interrupt();
    }
  }
}
