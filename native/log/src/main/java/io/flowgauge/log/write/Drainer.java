package io.flowgauge.log.write;

import io.flowgauge.log.format.ClockAnchor;
import io.flowgauge.log.write.Router.Progress;
import io.flowgauge.log.write.Router.Route;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/**
 * The thread that moves events from the lanes to the destinations: whenever a lane has filled a
 * part of its ring, when the flush interval is over, and on request. While writing fails, events
 * stay in the lanes; an event that finds its lane full is dropped and counted.
 */
final class Drainer implements Runnable {
  /** How long calls in progress may take to end on close. */
  private static final long GRACE_NANOS = TimeUnit.MILLISECONDS.toNanos(2);

  /** How often it is checked whether calls may be in progress. */
  private static final long CHECK_NANOS = TimeUnit.MICROSECONDS.toNanos(50);

  /** Pause after a failure before the next attempt, even if one is requested. */
  private static final long PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(10);

  /** How often it is checked whether a requested flush is complete. */
  private static final long BUSY_NANOS = TimeUnit.MILLISECONDS.toNanos(1);

  /** On close, how long a destination may make no progress before it is given up. */
  private static final long STALL_NANOS = TimeUnit.MILLISECONDS.toNanos(200);

  /** On close, how long slow destinations may take in total before they are given up. */
  private static final long SLOW_NANOS = TimeUnit.SECONDS.toNanos(3);

  private static final long ANCHOR_AGE_NANOS = TimeUnit.SECONDS.toNanos(1);

  /**
   * Drift up to which the anchor is kept: smaller ones are jitter from reading two clocks, which
   * must not make times jump.
   */
  private static final long ANCHOR_DRIFT_NANOS = 1_000;

  private final Router router;
  private final Optional<TriggerControl> triggers;
  private final Rings rings;
  private final boolean force;
  private final long intervalNanos;
  private final Thread thread;

  private ClockAnchor anchor = ClockAnchor.now();
  private long checkedNanos = anchor.monotonicNanos();

  /** Why the last pass failed, unless a destination was the cause. */
  private Optional<String> failure = Optional.empty();

  /** Number of the last request for which a pass was made. */
  private long attempted;

  private volatile boolean finished;
  private volatile boolean sleeping;
  private volatile boolean closing;
  private volatile LogCounts counts = new LogCounts(0, 0, 0, Optional.empty());
  private volatile List<DestinationCounts> destinations = List.of();

  private long forcedRequest;
  private long forcedNanos;

  private long requested;
  private long served;
  private boolean servedWell;

  Drainer(Router router, Optional<TriggerControl> triggers, Rings rings, EventLogBuilder options) {
    this.router = router;
    this.triggers = triggers;
    this.rings = rings;
    force = options.isForced();
    intervalNanos = options.flushInterval().toNanos();
    thread = new LogThread(this, "flowgauge-log " + options.name());
  }

  void start() {
    publish();
    thread.start();
  }

  /** Wakes the thread if it sleeps, because a part of a ring is full. */
  void wake() {
    if (sleeping) {
      sleeping = false;
      LockSupport.unpark(thread);
    }
  }

  @Override
  public void run() {
    while (!closing) {
      try {
        triggers.ifPresent(control -> control.check(this::reroute));
        sleep();
        serve();
      } catch (Error e) { // The host program may have memory again later.
        failure = Outlet.reason(e);
        LockSupport.parkNanos(PAUSE_NANOS);
      }
    }
    try {
      finish();
    } catch (Error e) { // Remaining events stay in the rings, as after a crash.
      failure = Outlet.reason(e);
      markServed(Long.MAX_VALUE, false);
    }
  }

  private void reroute(List<Route> routes) {
    pass();
    router.route(routes, anchor);
    publish(); // Must precede switching types on, so that code that sees a type on also sees its
    // destination.
  }

  private void sleep() {
    if (router.isStuck()) {
      LockSupport.parkNanos(PAUSE_NANOS); // Does not set the flag, so that calls that find no room
      // do not wake the thread.
      return;
    }
    long began = System.nanoTime();
    sleeping = true;
    long nanos = nanosUntilPass(); // Read after setting the flag, because requests made earlier do
    // not wake the thread.
    long left = nanos;
    while (sleeping && !isCalled() && left > 0) {
      LockSupport.parkNanos(left); // May return spuriously, or for a stale wake.
      left = nanos - (System.nanoTime() - began);
    }
    sleeping = false;
  }

  private boolean isCalled() {
    return closing || request() > attempted;
  }

  private long nanosUntilPass() {
    if (isRequested()) {
      return request() > attempted ? 0 : BUSY_NANOS;
    }
    long untilPoll = triggers.map(TriggerControl::nanosLeft).orElse(Long.MAX_VALUE);
    return Math.min(force ? untilForced() : intervalNanos, untilPoll);
  }

  private long untilForced() {
    return Math.max(1, forcedNanos + intervalNanos - System.nanoTime());
  }

  private void serve() {
    attempted = request();
    Progress progress = pass();
    boolean forced = force(attempted);
    if (progress != Progress.BUSY) {
      markServed(attempted, progress == Progress.DONE && forced);
    }
  }

  /**
   * Forces all destinations to disk, if the log is forced and this is due; returns whether it
   * worked.
   */
  private boolean force(long request) {
    long now = System.nanoTime();
    if (!force || (request == forcedRequest && now - forcedNanos < intervalNanos)) {
      return true;
    }
    forcedRequest = request;
    forcedNanos = now;
    boolean succeeded = router.force();
    publish();
    return succeeded;
  }

  private Progress pass() {
    refreshAnchor();
    Progress progress = drain();
    publish();
    return progress;
  }

  /** Drains once. Any failure is caught, because this thread must survive it. */
  private Progress drain() {
    try {
      Progress progress = router.drain(anchor);
      failure = Optional.empty();
      return progress;
    } catch (RuntimeException | Error e) {
      failure = Outlet.reason(e);
      return Progress.FAILED;
    }
  }

  private void refreshAnchor() {
    if (System.nanoTime() - checkedNanos < ANCHOR_AGE_NANOS) {
      return;
    }
    ClockAnchor now = ClockAnchor.now();
    checkedNanos = now.monotonicNanos();
    if (Math.abs(anchor.drift(now)) > ANCHOR_DRIFT_NANOS) {
      anchor = now;
    }
  }

  private void publish() {
    LogCounts all = router.counts();
    counts = failure.isPresent() ? all.withFailure(failure) : all;
    destinations = router.destinations();
  }

  LogCounts counts() {
    countLate();
    return counts;
  }

  List<DestinationCounts> destinations() {
    countLate();
    return destinations;
  }

  /** After close, counts the events of calls that ended late. */
  private synchronized void countLate() {
    if (finished) {
      router.countLate();
      publish();
    }
  }

  private void finish() {
    pass();
    awaitCalls();
    drainToTheSlow();
    List<Lane> kept = router.endAll(anchor);
    boolean succeeded = !force || router.force();
    publish();
    router.closeDestinations();
    rings.close(kept.stream().map(Lane::ring).toList());
    publish();
    finished = true;
    markServed(Long.MAX_VALUE, succeeded && counts.failure().isEmpty());
  }

  /** Gives calls in progress time to end, if there can be any. */
  private void awaitCalls() {
    long began = System.nanoTime();
    while (router.mayBeInUse() && System.nanoTime() - began < GRACE_NANOS) {
      LockSupport.parkNanos(CHECK_NANOS);
    }
  }

  /** Keeps draining to slow destinations while they make progress. */
  private void drainToTheSlow() {
    long began = System.nanoTime();
    long moved = began;
    long before;
    do {
      before = counts.written();
      pass();
      if (router.isSlow()) {
        LockSupport.parkNanos(BUSY_NANOS);
      }
      moved = counts.written() > before ? System.nanoTime() : moved;
    } while (router.isSlow()
        && System.nanoTime() - moved < STALL_NANOS
        && System.nanoTime() - began < SLOW_NANOS);
  }

  private synchronized boolean isRequested() {
    return requested > served;
  }

  private synchronized long request() {
    return requested;
  }

  private synchronized void markServed(long request, boolean succeeded) {
    served = request;
    servedWell = succeeded;
    notifyAll();
  }

  /**
   * Requests that everything now in the lanes be written, and waits for it; returns whether all was
   * written.
   */
  boolean flush(long nanos) throws InterruptedException {
    long request = newRequest();
    LockSupport.unpark(thread);
    return await(request, System.nanoTime() + nanos);
  }

  private synchronized long newRequest() {
    return ++requested;
  }

  private synchronized boolean await(long request, long deadline) throws InterruptedException {
    while (served < request && thread.isAlive()) {
      long left = deadline - System.nanoTime();
      if (left <= 0) {
        return false;
      }
      TimeUnit.NANOSECONDS.timedWait(this, left);
    }
    return servedWell;
  }

  /**
   * Writes everything, closes all destinations, and waits for it; returns whether it is complete.
   */
  boolean close(long nanos) throws InterruptedException {
    closing = true;
    LockSupport.unpark(thread);
    await(Long.MAX_VALUE, System.nanoTime() + nanos);
    return isOver();
  }

  private synchronized boolean isOver() {
    return served == Long.MAX_VALUE || !thread.isAlive();
  }
}
