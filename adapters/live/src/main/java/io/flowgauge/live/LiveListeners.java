package io.flowgauge.live;

import java.io.Closeable;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;

/**
 * Notifies listeners of changed runs, each in its own thread, so that a slow listener delays no
 * other. Changes of a run that occur meanwhile are combined into one notification. Thread-safe.
 */
final class LiveListeners implements Closeable {
  private final List<ListenerThread> threads = new CopyOnWriteArrayList<>();

  /** Adds a listener; closing the result removes it. */
  Closeable add(Consumer<LiveRun> listener) {
    ListenerThread thread = new ListenerThread(listener);
    threads.add(thread);
    thread.start();
    return () -> {
      threads.remove(thread);
      thread.end();
    };
  }

  void notifyChanged(LiveRun run) {
    threads.forEach(thread -> thread.notifyChanged(run));
  }

  @Override
  public void close() {
    threads.forEach(ListenerThread::end);
    threads.clear();
  }
}
