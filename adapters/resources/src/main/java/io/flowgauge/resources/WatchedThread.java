package io.flowgauge.resources;

import java.io.Closeable;
import java.nio.file.Path;
import java.util.Optional;

/** How long a thread ran and waited, by the kernel's {@code schedstat}. Not thread-safe. */
final class WatchedThread implements Closeable {
  private static final double NANOS = 1e9;

  final long id;
  private final KernelFile times;
  private final Optional<KernelFile> children;
  private long ranNanos;
  private long waitedNanos;

  /** Seconds that it ran, and that it waited, in the last interval. */
  double ran;

  double waited;

  /** The processors and quota it shares with other threads. */
  SchedulingGroup group;

  private WatchedThread(
      long id, KernelFile times, Optional<KernelFile> children, SchedulingGroup group) {
    this.id = id;
    this.times = times;
    this.children = children;
    this.group = group;
  }

  /**
   * Opens a thread; empty if it has ended, or its times may not be read.
   *
   * @param threads the folder of the process's threads
   */
  static Optional<WatchedThread> open(Path threads, long id, SchedulingGroup group) {
    Path folder = threads.resolve(Long.toString(id));
    return KernelFile.open(folder.resolve("schedstat"))
        .map(
            times ->
                new WatchedThread(id, times, KernelFile.open(folder.resolve("children")), group));
  }

  /** Resets the baseline, so that the next measurement counts all its times since it started. */
  void countFromStart() {
    ranNanos = 0;
    waitedNanos = 0;
  }

  /** Reads the times since it was last measured; false if it has ended. */
  boolean measure(KernelText text) {
    if (!times.readLine(text)) {
      ran = 0;
      waited = 0;
      return false;
    }
    long ranNow = text.number();
    long waitedNow = text.number();
    ran = Math.max(0, ranNow - ranNanos) / NANOS;
    waited = Math.max(0, waitedNow - waitedNanos) / NANOS;
    ranNanos = ranNow;
    waitedNanos = waitedNow;
    return true;
  }

  /** Reads the pids of the live processes that it started; false if there are none. */
  boolean readChildren(KernelText into) {
    return children.isPresent() && children.get().readAll(into);
  }

  @Override
  public void close() {
    times.close();
    children.ifPresent(KernelFile::close);
  }
}
