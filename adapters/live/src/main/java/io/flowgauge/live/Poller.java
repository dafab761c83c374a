package io.flowgauge.live;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.Supplier;

/** The thread that looks for what is new. */
final class Poller extends Thread {
  private static final long TICK_MILLIS = 25;

  /** What is over changes rarely. */
  private static final long FINISHED_NANOS = 1_000_000_000;

  private static final long ROOM_NANOS = 1_000_000_000;

  private final Supplier<List<LiveRun>> runs;
  private final Consumer<LiveRun> changed;
  private final Runnable makeRoom;
  private final Map<LiveRun, Long> due = new HashMap<>();
  private long roomDue = System.nanoTime();
  private boolean isOver;

  Poller(Supplier<List<LiveRun>> runs, Consumer<LiveRun> changed, Runnable makeRoom) {
    super("flowgauge-live");
    setDaemon(true);
    this.runs = runs;
    this.changed = changed;
    this.makeRoom = makeRoom;
  }

  /** Ends, and waits until nothing is being read any more. */
  void end() {
    synchronized (this) {
      isOver = true;
      notifyAll();
    }
    try {
      join();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  @Override
  public void run() {
    try {
      while (!rest()) {
        List<LiveRun> now = runs.get();
        due.keySet().retainAll(now);
        now.forEach(this::look);
        if (System.nanoTime() - roomDue >= 0) {
          makeRoom.run();
          roomDue = System.nanoTime() + ROOM_NANOS;
        }
      }
    } catch (InterruptedException e) {
      interrupt(); // By whoever ends the process.
    }
  }

  /** Rests for a tick; returns whether it is time to end. */
  private synchronized boolean rest() throws InterruptedException {
    long end = System.nanoTime() + TICK_MILLIS * 1_000_000;
    long left = TICK_MILLIS;
    while (!isOver && left > 0) {
      wait(left);
      left = (end - System.nanoTime()) / 1_000_000;
    }
    return isOver;
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
