package io.flowgauge.instrumentation.shared;

import io.flowgauge.instrumentation.ProcessStatus;
import io.flowgauge.instrumentation.ProfileListener;
import io.flowgauge.instrumentation.PushOptions;
import io.flowgauge.instrumentation.Subscription;
import io.flowgauge.trace.Times;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Objects;

/**
 * Push mode ([Truong] Fig. 3): a daemon thread sends the flush buffer when it holds the given
 * number of regions, and at intervals unless it is empty; a region's first execution is sent as
 * soon as it has begun. However fast regions change, at most 200 updates are sent per second.
 * Thread-safe.
 */
public final class PushLoop implements Subscription {
  private static final Duration SLICE = Duration.ofMillis(100);
  private static final long SHORTEST_PAUSE_MILLIS = 5;

  private final PushSource source;
  private final PushOptions options;
  private final ProfileListener listener;
  private final InstantSource clock;
  private final Flushes flushes;
  private final Thread thread;

  private volatile boolean closed;

  private PushLoop(
      PushSource source, PushOptions options, ProfileListener listener, InstantSource clock) {
    this.source = Objects.requireNonNull(source, "source");
    this.options = Objects.requireNonNull(options, "options");
    this.listener = Objects.requireNonNull(listener, "listener");
    this.clock = clock;
    this.flushes = new Flushes(source);
    this.thread = new Thread(this::run, "flowgauge-push");
    thread.setDaemon(true);
  }

  /**
   * Starts sending.
   *
   * @param source where updates come from
   * @param options when to send
   */
  public static PushLoop start(PushSource source, PushOptions options, ProfileListener listener) {
    PushLoop loop = new PushLoop(source, options, listener, Instant::now);
    loop.thread.start();
    return loop;
  }

  /**
   * Whether it still sends.
   *
   * @return false once it has ended, for whatever reason
   */
  public boolean isAlive() {
    return thread.isAlive() && !closed;
  }

  /**
   * Sends the remaining changes and ends. If the listener itself calls this, it happens after the
   * listener has returned.
   */
  @Override
  public void close() {
    closed = true;
    boolean interrupted = false;
    while (Thread.currentThread() != thread && thread.isAlive()) {
      try {
        thread.join();
      } catch (InterruptedException e) {
        interrupted = true;
      }
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }

  private void run() {
    try {
      serve();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt(); // Cannot happen: nobody else has this thread.
    }
  }

  private void serve() throws InterruptedException {
    long due = nextDue();
    while (true) {
      ProcessStatus status = source.status();
      if (isOver(status)) {
        flush();
        notifyListener(() -> listener.ended(status));
        return;
      }
      if (closed) {
        flush();
        return;
      }
      due = step(due);
    }
  }

  /**
   * Returns when the next update is due at the latest; in a century at most, so that times do not
   * wrap around.
   */
  private long nextDue() {
    long interval = Math.min(Times.saturatedNanos(options.interval()), Long.MAX_VALUE / 3);
    return System.nanoTime() + interval;
  }

  private static boolean isOver(ProcessStatus status) {
    return switch (status.state()) {
      case EXITED, EXECED, DETACHED -> true;
      case STARTING, RUNNING -> false;
    };
  }

  /**
   * Waits for a slice of time, and sends if that is due; returns when the next update is due at the
   * latest.
   */
  private long step(long due) throws InterruptedException {
    long left = Math.max(due - System.nanoTime(), 0);
    int missing = Math.max(options.regions() - flushes.size(), 1);
    source.await(missing, Duration.ofNanos(Math.min(left, SLICE.toNanos())));
    flushes.findUpdates();
    boolean isDue = System.nanoTime() - due >= 0;
    if (isDue || flushes.hasNew() || flushes.size() >= options.regions()) {
      flush();
      Thread.sleep(SHORTEST_PAUSE_MILLIS);
      return nextDue();
    }
    return due;
  }

  private void flush() {
    flushes.findUpdates();
    Instant now = clock.instant();
    flushes.take(now).ifPresent(update -> notifyListener(() -> listener.updated(update)));
  }

  /**
   * Calls the listener. What it throws does not stop updates: the listener still gets the next one.
   */
  private static void notifyListener(Runnable call) {
    try {
      call.run();
    } catch (RuntimeException | Error e) {
      System.getLogger(PushLoop.class.getName())
          .log(System.Logger.Level.WARNING, "a profile listener has failed", e);
    }
  }
}
