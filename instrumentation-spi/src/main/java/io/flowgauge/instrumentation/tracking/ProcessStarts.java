package io.flowgauge.instrumentation.tracking;

import io.flowgauge.instrumentation.Outcome;
import java.time.Duration;
import java.util.List;

/**
 * A source of process starts, such as the kernel's own events; found by {@link
 * java.util.ServiceLoader}. Without one, or where it is refused, {@link ProcessTracker} polls.
 * Thread-safe.
 */
public interface ProcessStarts {
  /**
   * Begins to watch.
   *
   * @return what tells of starts from now on, to be closed; or why not here or not for this user
   */
  Outcome<Watch> open();

  /** Process starts as they happen. Used by one thread, and closed by any. */
  interface Watch extends AutoCloseable {
    /**
     * Waits for process starts.
     *
     * @param timeout how long at most
     * @return numbers of processes that were forked or have become another program since the last
     *     call, also more than once; empty when the time is over
     */
    List<Long> next(Duration timeout);

    /**
     * How often starts were lost because they came faster than they were taken.
     *
     * @return the number of times so far
     */
    long lost();

    /** Ends a call that waits for starts, and lets go. Closing again does nothing. */
    @Override
    void close();
  }
}
