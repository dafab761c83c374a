package io.flowgauge.live;

import io.flowgauge.run.RunRecorder;
import io.flowgauge.run.WorkflowRun;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Supplier;

/** A run that an engine or a receiver records in this process. */
final class RecorderFeed implements RunFeed {
  private static final System.Logger LOGGER = System.getLogger(LiveMonitor.class.getName());
  private static final Duration INTERVAL = Duration.ofMillis(50);

  private final CountingRecorder recorder;
  private volatile long recordedNanos = System.nanoTime();
  private volatile Supplier<String> trouble = () -> "";
  private final String id;
  private final AtomicBoolean hasWarned = new AtomicBoolean();
  private long seen;

  /** Creates a feed of the recorder of a run. */
  RecorderFeed(String id, RunRecorder recorder) {
    this.id = id;
    this.recorder = new CountingRecorder(recorder);
  }

  /** Returns the recorder to be used for the run. */
  RunRecorder recorder() {
    return recorder;
  }

  /**
   * Sets the event log in which the run is kept as well, so that troubles of the log are reported
   * as troubles of the run.
   */
  void setJournal(JournalLog journal) {
    long missing = journal.missing();
    trouble = () -> journal.trouble(missing, recordedNanos);
  }

  @Override
  public Duration interval() {
    return INTERVAL;
  }

  @Override
  public boolean update() {
    long calls = recorder.calls();
    boolean isNew = calls != seen;
    seen = calls;
    if (isNew) {
      recordedNanos = System.nanoTime();
    }
    return isNew;
  }

  @Override
  public String trouble() {
    return trouble.get();
  }

  @Override
  public boolean isKept() {
    return true;
  }

  @Override
  public long activities() {
    return recorder.activities();
  }

  @Override
  public long recorded() {
    return recorder.calls();
  }

  @Override
  public void setForgotten(boolean is) {
    recorder.onCall(is ? this::warnOfLoss : () -> {});
  }

  private void warnOfLoss() {
    warnOnce(
        "more is recorded of run "
            + id
            + ", which was forgotten or archived, and is lost: only a recorder that the monitor"
            + " gives from now on begins a new run of this id");
  }

  @Override
  public void setUnlogged() {
    recorder.onCall(
        () ->
            warnOnce(
                "more is recorded of run "
                    + id
                    + " although its monitor was closed, and is missing in the logs: close the"
                    + " monitor after the last run"));
  }

  private void warnOnce(String message) {
    if (hasWarned.compareAndSet(false, true)) {
      LOGGER.log(System.Logger.Level.WARNING, message);
    }
  }

  @Override
  public boolean isEnded() {
    return recorder.isEnded();
  }

  @Override
  public Optional<WorkflowRun> snapshot(Instant now) {
    return Optional.of(recorder.snapshot(now));
  }

  @Override
  public Optional<WorkflowRun> endedRun() {
    return Optional.of(recorder.snapshot());
  }

  @Override
  public Optional<WorkflowRun> finalRun() {
    return endedRun();
  }

  @Override
  public void close() {
    // Nothing to close: the engine may continue recording.
  }
}
