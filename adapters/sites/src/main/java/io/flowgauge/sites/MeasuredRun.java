package io.flowgauge.sites;

import io.flowgauge.instrumentation.InstrumentationException;
import io.flowgauge.instrumentation.Refusal;
import io.flowgauge.instrumentation.RefusalCode;
import io.flowgauge.instrumentation.activity.PhaseMapping;
import io.flowgauge.instrumentation.tracking.ProcessPattern;
import io.flowgauge.run.ActivityExecution;
import io.flowgauge.run.Attempt;
import io.flowgauge.run.RunRecorder;
import io.flowgauge.sites.thread.Daemon;
import io.flowgauge.workflow.Activity;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;

/**
 * Measures the activities of a run at the places where they run: puts sensors into their processes,
 * and finds out how long the processes waited for processors. Communication, synchronization,
 * input/output, external load and code regions of the activities, and the load of each place, go
 * into the recorder of the run, and so into its report.
 *
 * <pre>{@code
 * try (MeasuredRun measured =
 *     MeasuredRun.of(sites, recorder, activity -> Optional.of(
 *         ProcessPattern.any().withEnvironment("ACTIVITY", activity.id())))) {
 *   while (!isOver()) {
 *     measured.update();
 *     Thread.sleep(200);
 *   }
 * }
 * Flowgauge.report(recorder.snapshot());
 * }</pre>
 *
 * <p>If an activity's processor has the name of a place, the activity's processes are looked for
 * only there, otherwise everywhere. Processes that begin and end between two updates are not
 * measured. Load shorter than a second may be missed, because places sample once a second. A place
 * samples all processes of the user; all processes that do not belong to the run count as external
 * load, no matter who owns them. Not thread-safe.
 */
public final class MeasuredRun implements AutoCloseable {
  private static final Duration LAST_LOOK = Duration.ofSeconds(30);
  private static final Duration LAST_SAMPLE = Duration.ofSeconds(2);

  private final Sites sites;
  private final RunRecorder recorder;
  private final Function<Activity, Optional<ProcessPattern>> processes;
  private final PhaseMapping mapping;
  private final Map<String, MeasuredActivity> activities = new LinkedHashMap<>();
  private final PlacedLoads loads;
  private final Set<Refusal> refusals = new LinkedHashSet<>();
  private final ExecutorService threads = Executors.newCachedThreadPool(Daemon.named("measure"));
  private boolean isClosed;

  private MeasuredRun(
      Sites sites,
      RunRecorder recorder,
      Function<Activity, Optional<ProcessPattern>> processes,
      PhaseMapping mapping)
      throws IOException {
    this.sites = sites;
    this.recorder = recorder;
    this.processes = processes;
    this.mapping = mapping;
    loads = PlacedLoads.open(sites, recorder);
  }

  /**
   * Measures a run with sensors on the {@linkplain PhaseMapping#defaults() usual functions} of
   * communication, synchronization and input/output.
   *
   * @param sites connection to the places, which the caller closes after this
   * @param recorder the recorder of the run; the activities must be recorded in it by somebody else
   * @param processes returns a pattern of the processes that belong only to a given activity; empty
   *     for an activity that is not to be measured
   * @return the measurement
   * @throws IOException if there is no disk space for incoming events
   * @throws InstrumentationException if the service refuses, or cannot be reached
   */
  public static MeasuredRun of(
      Sites sites, RunRecorder recorder, Function<Activity, Optional<ProcessPattern>> processes)
      throws IOException {
    return of(sites, recorder, processes, PhaseMapping.defaults());
  }

  /**
   * Measures a run.
   *
   * @param sites connection to the places, which the caller closes after this
   * @param recorder the recorder of the run; the activities must be recorded in it by somebody else
   * @param processes returns a pattern of the processes that belong only to a given activity; empty
   *     for an activity that is not to be measured
   * @param mapping the functions that get sensors, and the phases their time belongs to
   * @return the measurement
   * @throws IOException if there is no disk space for incoming events
   * @throws InstrumentationException if the service refuses, or cannot be reached
   */
  public static MeasuredRun of(
      Sites sites,
      RunRecorder recorder,
      Function<Activity, Optional<ProcessPattern>> processes,
      PhaseMapping mapping)
      throws IOException {
    Objects.requireNonNull(processes, "processes");
    Objects.requireNonNull(mapping, "mapping");
    return new MeasuredRun(sites, Objects.requireNonNull(recorder, "recorder"), processes, mapping);
  }

  /**
   * Starts to examine the activities that run now, each at most twice a second, and records what
   * was measured so far. It never waits for a place. Call it several times a second, and once more
   * after the end of the run has been recorded.
   *
   * @throws IOException if incoming events cannot be stored
   * @throws InterruptedException if the thread is interrupted
   */
  public void update() throws IOException, InterruptedException {
    for (ActivityExecution execution : recorder.snapshot().executions()) {
      List<Attempt> attempts = execution.attempts();
      if (!attempts.isEmpty()) {
        Attempt last = attempts.get(attempts.size() - 1);
        activityToExamine(execution.activity(), last)
            .filter(MeasuredActivity::isDue)
            .ifPresent(one -> one.setLook(threads.submit(() -> look(one, last))));
      }
    }
    loads.keep(Duration.ZERO);
    record();
  }

  private void record() {
    activities.values().stream()
        .filter(each -> !each.isUnderWay())
        .forEach(each -> each.recordInto(recorder));
    loads.record(activities);
  }

  private Optional<MeasuredActivity> activityToExamine(Activity activity, Attempt attempt) {
    MeasuredActivity known = activities.get(activity.id());
    boolean isOther = known == null || known.attempt() != attempt.number();
    if (isRunning(attempt) && isOther) {
      known = begin(activity, attempt);
    }
    return Optional.ofNullable(known).filter(one -> !one.isOver());
  }

  private static boolean isRunning(Attempt attempt) {
    return attempt.active().isPresent() && attempt.ended().isEmpty();
  }

  private void look(MeasuredActivity activity, Attempt attempt) {
    // A place that cannot be reached now may be reached again.
    try {
      if (isRunning(attempt)) {
        activity.look();
      } else {
        activity.end(attempt);
      }
    } catch (InstrumentationException e) {
      refuse(e.refusal());
    } catch (RuntimeException e) { // One activity's failure must not affect the others.
      refuse(
          new Refusal(
              RefusalCode.SYSTEM, "activity " + activity.id() + " cannot be examined: " + e));
    }
  }

  /** Returns null if the activity is not to be measured. */
  private MeasuredActivity begin(Activity activity, Attempt attempt) {
    Sites where = attempt.processor().filter(loads::isPlace).map(sites::at).orElse(sites);
    MeasuredActivity made =
        processes
            .apply(activity)
            .map(
                pattern ->
                    new MeasuredActivity(
                        activity.id(), attempt.number(), where, pattern, mapping, this::refuse))
            .orElse(null);
    if (made != null) {
      activities.put(activity.id(), made);
    }
    return made;
  }

  private void refuse(Refusal refusal) {
    synchronized (refusals) {
      refusals.add(refusal);
    }
  }

  /**
   * Returns why something was not measured.
   *
   * @return refusals of processes and places so far, each once
   */
  public List<Refusal> refusals() {
    synchronized (refusals) {
      List<Refusal> all = new ArrayList<>(refusals);
      all.addAll(loads.refusals());
      return all;
    }
  }

  /**
   * Removes all sensors, waits two seconds for the last samples, and records what was measured.
   * Closing again has no effect.
   *
   * @throws IOException if incoming events cannot be stored
   */
  @Override
  public void close() throws IOException {
    if (isClosed) {
      return;
    }
    isClosed = true;
    try (loads) {
      threads.shutdown();
      if (!threads.awaitTermination(LAST_LOOK.toSeconds(), TimeUnit.SECONDS)) {
        threads.shutdownNow();
      }
      activities.values().forEach(this::release);
      long end = System.nanoTime() + LAST_SAMPLE.toNanos();
      while (System.nanoTime() < end) {
        loads.keep(Duration.ofMillis(100));
      }
      record();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private void release(MeasuredActivity activity) {
    try {
      activity.release();
    } catch (InstrumentationException e) {
      refuse(e.refusal());
    }
  }

  @Override
  public String toString() {
    return "MeasuredRun[" + activities.size() + " activities]";
  }
}
