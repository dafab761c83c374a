package io.flowgauge.cli.instrument;

import io.flowgauge.cli.terminal.StopSignal;
import io.flowgauge.instrumentation.InstrumentedProcess;
import io.flowgauge.instrumentation.SensorReport;
import io.flowgauge.instrumentation.SensorRequest;
import java.io.IOException;
import java.time.Duration;

/** Waits while a process is measured, and shows its profile. Not thread-safe. */
final class Watching {
  private static final Duration TICK = Duration.ofMillis(20);

  /** Last attempt to find missing regions, in ticks after the first; about ten seconds. */
  private static final int LAST_RETRY = 512;

  private final InstrumentedProcess process;
  private final SensorRequest request;
  private final StopSignal stop;
  private SensorReport report;
  private int ticks;

  Watching(
      InstrumentedProcess process, SensorRequest request, SensorReport report, StopSignal stop) {
    this.process = process;
    this.request = request;
    this.report = report;
    this.stop = stop;
  }

  /** Returns the outcome of the request, including libraries loaded since. */
  SensorReport report() {
    return report;
  }

  /**
   * Waits for the end of the process or of a time, or for a stop signal; returns whether it was a
   * stop signal.
   *
   * @param nanos maximum time to wait
   */
  boolean until(long nanos, ProfileView view, Duration interval) throws IOException {
    long start = System.nanoTime();
    long shown = start;
    while (process.status().isAlive() && System.nanoTime() - start < nanos) {
      long left = nanos - (System.nanoTime() - start);
      if (stop.await(Duration.ofNanos(Math.max(1, Math.min(left, TICK.toNanos()))))) {
        return true;
      }
      retry();
      if (System.nanoTime() - shown >= interval.toNanos()) {
        shown = System.nanoTime();
        view.refresh(process::profile);
      }
    }
    return false;
  }

  private void retry() {
    ticks++;
    boolean isDue = ticks <= LAST_RETRY && Integer.bitCount(ticks) == 1;
    if (isDue && !report.unmatched().isEmpty()) {
      process.instrument(request).value().ifPresent(now -> report = withTimes(now));
    }
  }

  /**
   * Returns a report with the total time of all attempts that inserted sensors, and the longest
   * stop.
   */
  private SensorReport withTimes(SensorReport now) {
    boolean isMore = now.done().size() > report.done().size();
    Duration took = isMore ? report.took().plus(now.took()) : report.took();
    Duration stopped = isMore ? longer(report.stopped(), now.stopped()) : report.stopped();
    return new SensorReport(now.results(), now.unmatched(), took, stopped, now.hints());
  }

  private static Duration longer(Duration a, Duration b) {
    return a.compareTo(b) > 0 ? a : b;
  }
}
