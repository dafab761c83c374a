package io.flowgauge.live;

import java.util.Iterator;
import java.util.LinkedHashSet;
import java.util.Set;
import java.util.function.Consumer;

/**
 * Calls one listener. Its exceptions are passed to the thread's handler, and it is called again.
 */
final class ListenerThread extends Thread {
  private final Consumer<LiveRun> listener;
  private final Set<LiveRun> pending = new LinkedHashSet<>();
  private boolean isOver;

  ListenerThread(Consumer<LiveRun> listener) {
    super("flowgauge-live-listener");
    setDaemon(true);
    this.listener = listener;
  }

  synchronized void notifyChanged(LiveRun run) {
    pending.add(run);
    notifyAll();
  }

  synchronized void end() {
    isOver = true;
    notifyAll();
  }

  private synchronized LiveRun next() throws InterruptedException {
    while (pending.isEmpty() && !isOver) {
      wait();
    }
    if (isOver) {
      return null;
    }
    Iterator<LiveRun> first = pending.iterator();
    LiveRun run = first.next();
    first.remove();
    return run;
  }

  @Override
  public void run() {
    try {
      for (LiveRun run = next(); run != null; run = next()) {
        notifyListener(run);
      }
    } catch (InterruptedException e) {
      interrupt(); // Interrupted by code that ends the process; the listener gets no further
      // notifications.
    }
  }

  private void notifyListener(LiveRun run) {
    try {
      listener.accept(run);
    } catch (RuntimeException | Error e) {
      Uncaught.report(e);
    }
  }
}
