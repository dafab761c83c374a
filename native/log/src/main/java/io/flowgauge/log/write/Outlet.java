package io.flowgauge.log.write;

import java.util.Optional;

/**
 * Brings the blocks of a destination there. Used by the drainer; what became of them any may ask.
 */
interface Outlet {
  /**
   * Takes a run, or ends the stream.
   *
   * @return false if it cannot now
   */
  boolean offer(StreamEncoder stream, Run run);

  /** Whether there is any point in offering something. */
  boolean isReady();

  /** Whether all that was taken is where it should be. */
  boolean isIdle();

  /** Why the last attempt failed, or empty if it did not. */
  Optional<String> failure();

  /** Events that got there. */
  long written();

  /** Bytes that got there. */
  long bytes();

  /** Events that were taken and will not get there. */
  long dropped();

  /** Has on the disk what is there, if that is where it goes; whether it is. */
  boolean force();

  /** Brings what was taken to its place, waits for nothing, and ends. */
  void beginClose();

  /** Whether it has ended. */
  boolean isClosed();

  /** Waits for the end. */
  void awaitClose(long nanos) throws InterruptedException;

  /** Gives up. */
  void abort();
}
