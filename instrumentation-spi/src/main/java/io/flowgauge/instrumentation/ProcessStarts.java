package io.flowgauge.instrumentation;

import java.time.Duration;
import java.util.List;

/**
 * A source of process starts, such as the kernel's own events; found by {@link
 * java.util.ServiceLoader}. Without one, or if it refuses, process tracking polls. Thread-safe.
 */
public interface ProcessStarts {
  /**
   * Starts watching.
   *
   * @return a watch for starts from now on, which the caller closes, or why this machine or user
   *     cannot have one
   */
  Outcome<Watch> open();

  /** Process starts as they happen. Used by one thread; any thread may close it. */
  interface Watch extends AutoCloseable {
    /**
     * Waits for process starts.
     *
     * @param timeout longest time to wait
     * @return ids of processes that were forked or became another program since the last call,
     *     possibly repeated; empty after the timeout
     */
    List<Long> next(Duration timeout);

    /**
     * How often starts were lost because they came faster than they were read.
     *
     * @return the number of times so far
     */
    long lost();

    /** Stops watching; a call that waits for starts returns. Closing again has no effect. */
    @Override
    void close();
  }
}
