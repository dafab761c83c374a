package io.flowgauge.live;

import static java.util.stream.Collectors.toCollection;

import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.Predicate;
import java.util.function.Supplier;

/** A thread that looks for changes in some of the runs. */
final class Poller extends Thread {
  private static final long TICK_MILLIS = 25;
  private static final long AFTER_FAILURE_MILLIS = 1_000;

  /** Pause for finished runs, which change rarely. */
  private static final long FINISHED_NANOS = 1_000_000_000;

  private static final long ROOM_NANOS = 1_000_000_000;

  private final Predicate<LiveRun> wanted;
  private final Supplier<List<LiveRun>> runs;
  private final Consumer<LiveRun> changed;
  private final Runnable makeRoom;
  private final Map<LiveRun, Long> due = new HashMap<>();
  private long roomDue = System.nanoTime();
  private final CountDownLatch over = new CountDownLatch(1);

  Poller(
      Predicate<LiveRun> wanted,
      Supplier<List<LiveRun>> runs,
      Consumer<LiveRun> changed,
      Runnable makeRoom) {
    super("flowgauge-live");
    setDaemon(true);
    this.wanted = wanted;
    this.runs = runs;
    this.changed = changed;
    this.makeRoom = makeRoom;
  }

  /** Ends the thread, and waits until it no longer reads anything. */
  void end() {
    over.countDown();
    try {
      join();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  @Override
  public void run() {
    try {
      long pause = TICK_MILLIS;
      while (!over.await(pause, TimeUnit.MILLISECONDS)) {
        pause = isTickDone() ? TICK_MILLIS : AFTER_FAILURE_MILLIS;
      }
    } catch (InterruptedException e) {
      interrupt(); // Interrupted by code that ends the process.
    }
  }

  /** Keeps the thread running after an error, such as a lack of memory. */
  private boolean isTickDone() {
    try {
      tick();
      return true;
    } catch (RuntimeException | Error e) {
      Uncaught.report(e);
      return false;
    }
  }

  private void tick() {
    Set<LiveRun> now = runs.get().stream().filter(wanted).collect(toCollection(LinkedHashSet::new));
    due.keySet().retainAll(now);
    now.forEach(this::look);
    if (System.nanoTime() - roomDue >= 0) {
      makeRoom.run();
      roomDue = System.nanoTime() + ROOM_NANOS;
    }
  }

  private void look(LiveRun run) {
    long now = System.nanoTime();
    if (now - due.getOrDefault(run, now) < 0) {
      return;
    }
    if (run.update()) {
      changed.accept(run);
    }
    long interval = run.isFinished() ? FINISHED_NANOS : run.interval().toNanos();
    due.put(run, now + interval);
  }
}
