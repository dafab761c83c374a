package io.flowgauge.live;

import io.flowgauge.prediction.Forecast;
import io.flowgauge.run.WorkflowRun;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;

/**
 * A run that a {@link LiveMonitor} watches. Thread-safe; analyses are made on request, in the
 * calling thread.
 */
public final class LiveRun {
  private final String id;
  private final String name;
  private final RunFeed feed;
  private final Expectation expectation;
  private final SilenceCheck silenceCheck;
  private final InstantSource clock;
  private final AtomicLong changes = new AtomicLong();
  private final Object viewing = new Object();
  private final Object forecasting = new Object();
  private final Object expecting = new Object();
  private final Object progressing = new Object();
  private final Pace viewPace = new Pace();
  private final Pace forecastPace = new Pace();
  private final Pace expectedPace = new Pace();
  private final Pace progressPace = new Pace(3);
  private volatile Instant changed;
  private volatile String trouble = "";
  private String lastTrouble = "";
  private volatile boolean isFinished;
  private volatile boolean isSaidToBeOver;
  private boolean isUnreported;
  private LiveView view;
  private long viewed = -1;

  /** Number of changes at which the finished run had no activity. */
  private long empty = -1;

  private LiveForecast forecast;
  private LiveView forecastFor;
  private Map<String, Forecast> expected = Map.of();
  private LiveView expectedFor;
  private LiveProgress progress;

  LiveRun(String id, String name, RunFeed feed, LiveSettings settings) {
    this.id = id;
    this.name = name;
    this.feed = feed;
    expectation = settings.expectation();
    silenceCheck =
        new SilenceCheck(settings.quiet(), run -> expectation.unannouncedCount(run) == 0);
    clock = settings.clock();
    changed = clock.instant();
  }

  /**
   * Returns the id of the run, which differs from the ids of all other runs of the monitor.
   *
   * @return the id that its engine gave, or the path that is followed
   */
  public String id() {
    return id;
  }

  /**
   * Returns the name of the run.
   *
   * @return the name known so far
   */
  public String name() {
    synchronized (viewing) {
      return view == null || view.run().name().isEmpty() ? name : view.run().name();
    }
  }

  /**
   * Whether the run is over: its engine or {@link #end()} declared it over, or it has been silent
   * for a while, and all known activities have completed or none is running. In the second case,
   * the run may still turn out to go on.
   *
   * @return whether it is over
   */
  public boolean isFinished() {
    return isFinished;
  }

  /**
   * Returns what is wrong at the moment: the run cannot be read, cannot be stored, or its events
   * cannot be {@linkplain LiveMonitorBuilder#logs logged}. Reading is tried again as soon as
   * something changes. If events are missing in a log, this remains a trouble of the run while the
   * monitor is open.
   *
   * @return a sentence; empty if nothing is wrong
   */
  public String trouble() {
    String read = trouble;
    return read.isEmpty() ? feed.trouble() : read;
  }

  /**
   * Returns when the run was last seen to change.
   *
   * @return the moment, by the clock of this machine
   */
  public Instant changed() {
    return changed;
  }

  /**
   * Returns how often the run was seen to change.
   *
   * @return a number that grows
   */
  public long changes() {
    return changes.get();
  }

  /**
   * Returns an analysis of the current run. A call soon after another returns the same view, so
   * that calling this continuously takes at most a tenth of a processor once there is one. Once the
   * run is over, this is always the last view.
   *
   * @return the view; empty if no activity of the run is known yet
   * @throws IOException if a finished run cannot be read again
   */
  public Optional<LiveView> view() throws IOException {
    synchronized (viewing) {
      boolean isMissing = view == null || (isFinished && !view.isFinished());
      if (!isFinal() && (isMissing || viewPace.isDue())) {
        viewPace.runAndPace(this::analyse);
      }
      return Optional.ofNullable(view);
    }
  }

  /** Whether the finished run has been looked at since it last changed. */
  private boolean isFinal() {
    boolean isSeen = view != null && view.isFinished() && viewed == changes.get();
    return isFinished && (isSeen || empty == changes.get());
  }

  private void analyse() throws IOException {
    long seen = changes.get();
    boolean isOver = isFinished;
    Instant now = clock.instant();
    Optional<WorkflowRun> run = isOver ? feed.finalRun() : feed.snapshot(now);
    if (run.isPresent() && run.get().workflow().activityCount() > 0) {
      view = LiveView.of(run.get(), now, isOver, seen);
      viewed = seen;
    } else if (isOver) {
      empty = seen;
    }
  }

  /**
   * Returns the progress of the run, without an analysis. This takes some milliseconds for 10,000
   * activities. A call soon after another returns the same result, so that calling this
   * continuously takes at most a quarter of a processor.
   *
   * @return the progress; empty if nothing is known about the run yet
   */
  public Optional<LiveProgress> progress() {
    synchronized (progressing) {
      long seen = changes.get();
      boolean isNew = progress == null || progress.changes() != seen;
      if (isNew && progressPace.isDue()) {
        progressPace.runAndPace(
            () ->
                feed.snapshot(clock.instant())
                    .ifPresent(run -> progress = LiveProgress.of(run, seen)));
      }
      return Optional.ofNullable(progress);
    }
  }

  /**
   * Returns the forecast of the rest of the run. A call soon after another returns the same
   * forecast, as with {@link #view()}.
   *
   * @return the forecast; empty if no activity of the run is known yet
   * @throws IOException if a finished run cannot be read again
   */
  public Optional<LiveForecast> forecast() throws IOException {
    Optional<LiveView> now = view();
    if (now.isEmpty()) {
      return Optional.empty();
    }
    synchronized (forecasting) {
      boolean isDue = forecastPace.isDue() || now.get().isFinished();
      if (forecast == null || (isDue && forecastFor != now.get())) {
        forecastPace.runAndPace(() -> forecast = expectation.forecast(now.get()));
        forecastFor = now.get();
      }
      return Optional.of(forecast);
    }
  }

  /**
   * Returns how long the running activities were expected to take in total, like {@link
   * LiveForecast#expected}, but without computing the forecast of the rest, which takes much
   * longer. A call soon after another returns the same result, as with {@link #view()}.
   *
   * @return distributions of seconds by activity id, without activities of unknown types
   * @throws IOException if a finished run cannot be read again
   */
  public Map<String, Forecast> expected() throws IOException {
    Optional<LiveView> now = view();
    if (now.isEmpty()) {
      return Map.of();
    }
    synchronized (expecting) {
      if (expectedPace.isDue() && expectedFor != now.get()) {
        expectedPace.runAndPace(() -> expected = expectation.forecastRunning(now.get()));
        expectedFor = now.get();
      }
      return expected;
    }
  }

  /** Whether the monitor itself keeps the run, and may move it to an archive. */
  boolean isKept() {
    return feed.isKept();
  }

  /** Returns the number of activities of the run that the monitor itself keeps. */
  long activities() {
    return feed.activities();
  }

  /** Returns a number for what {@link #finalRun} contains at least. */
  long known() {
    return feed.known();
  }

  /** Whether that is everything that was recorded so far. */
  boolean isKnown() {
    return feed.known() == feed.recorded();
  }

  /**
   * Marks the run as forgotten, unless more was recorded of it.
   *
   * @param known the number for what is stored elsewhere
   * @return whether it is forgotten
   */
  boolean forgetIfOnly(long known) {
    // Set first, so that nothing can be recorded unnoticed after the check.
    feed.setForgotten(true);
    boolean isAll = feed.recorded() == known;
    feed.setForgotten(isAll);
    return isAll;
  }

  /** Notes that more of the run would not be logged, although the monitor has logs. */
  void setUnlogged() {
    feed.setUnlogged();
  }

  /** Marks the run as forgotten. */
  void forget() {
    feed.setForgotten(true);
  }

  /** Returns the run after its end; empty if none has begun. */
  Optional<WorkflowRun> finalRun() throws IOException {
    return feed.finalRun();
  }

  /** Whether an update may take so long that others should not wait for it. */
  boolean isSlow() {
    return feed.isSlow();
  }

  /** Returns how often it is worth asking for an update. */
  Duration interval() {
    return feed.interval();
  }

  /**
   * Looks for changes now, instead of waiting for the monitor to do so.
   *
   * @return whether the run could be read; if not, {@link #trouble()} says why
   */
  public boolean look() {
    lookAhead();
    return trouble.isEmpty();
  }

  /** Declares the run over as of now, for sources that cannot report the end themselves. */
  public void end() {
    isSaidToBeOver = true;
    lookAhead();
  }

  /**
   * Updates now instead of at the monitor's next update, which still reports the changes to the
   * listeners.
   */
  private synchronized void lookAhead() {
    isUnreported = update();
  }

  /** Sets the trouble of the run. */
  void setTrouble(String why) {
    trouble = why;
  }

  /** Reads new data; returns whether there is anything to report. */
  synchronized boolean update() {
    boolean wasUnreported = isUnreported;
    isUnreported = false;
    boolean wasFinished = isFinished;
    boolean isNew = catchTrouble(this::updateFromFeed);
    if (isNew || !isFinished) {
      isFinished = catchTrouble(this::isOver);
    }
    String before = lastTrouble;
    lastTrouble = trouble();
    return wasUnreported || isNew || wasFinished != isFinished || !before.equals(lastTrouble);
  }

  private interface Update {
    boolean run() throws IOException;
  }

  /** Turns any failure into trouble of this run, because other runs share the thread. */
  private boolean catchTrouble(Update update) {
    try {
      return update.run();
    } catch (IOException e) {
      trouble = String.valueOf(e.getMessage());
    } catch (RuntimeException | Error e) {
      trouble = "it cannot be read (" + e + ")";
    }
    return false;
  }

  private boolean updateFromFeed() throws IOException {
    boolean isNew = feed.update();
    if (isNew) {
      trouble = "";
      changed = feed.lastWritten(clock.instant());
      changes.incrementAndGet();
    }
    return isNew;
  }

  private boolean isOver() {
    Instant now = clock.instant();
    return feed.isEnded()
        || isSaidToBeOver
        || silenceCheck.isOver(feed, changes.get(), Duration.between(changed, now), now);
  }

  void close() throws IOException {
    feed.close();
  }

  @Override
  public String toString() {
    return "LiveRun[" + id + (isFinished ? ", finished]" : "]");
  }
}
