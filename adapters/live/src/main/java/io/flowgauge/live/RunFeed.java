package io.flowgauge.live;

import io.flowgauge.run.WorkflowRun;
import java.io.Closeable;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/**
 * The source of a watched run. Updated by one thread; other threads may take snapshots at the same
 * time.
 */
interface RunFeed extends Closeable {

  /** Returns how often it is worth asking for an update. */
  Duration interval();

  /** Whether an update may take so long that others should not wait for it. */
  default boolean isSlow() {
    return false;
  }

  /**
   * Reads new data.
   *
   * @return whether there was any
   * @throws IOException if the run cannot be read at the moment, with the reason
   */
  boolean update() throws IOException;

  /** Returns when the data read last were written: now, unless they are known to be older. */
  default Instant lastWritten(Instant now) {
    return now;
  }

  /** Whether the source has said that the run is over. */
  boolean isEnded();

  /**
   * Returns the run up to a moment, or up to its last event if that is later; empty if none has
   * begun.
   */
  Optional<WorkflowRun> snapshot(Instant now);

  /**
   * Whether the source reports activities only after their end, so that activities may be running
   * during silence.
   */
  default boolean reportsOnlyEnds() {
    return false;
  }

  /** Whether the monitor itself keeps the run; followed files belong to others. */
  default boolean isKept() {
    return false;
  }

  /** Returns the number of activities of the run that the monitor itself keeps. */
  default long activities() {
    return 0;
  }

  /**
   * Returns a number that changes with everything that is recorded of a run that the monitor keeps.
   */
  default long recorded() {
    return 0;
  }

  /** Returns what {@link #recorded} was for the content that {@link #finalRun} now has at least. */
  default long known() {
    return recorded();
  }

  /** Sets whether the run is forgotten, so that it is in vain to record more of it. */
  default void setForgotten(boolean is) {}

  /** Notes that what is recorded from now on is not logged. */
  default void setUnlogged() {}

  /** Returns what prevents the run from being logged completely; empty if nothing does. */
  default String trouble() {
    return "";
  }

  /** Returns the run as if it had ended with its last event; empty if none has begun. */
  Optional<WorkflowRun> endedRun();

  /** Returns the run as read after its end; empty if none has begun. */
  Optional<WorkflowRun> finalRun() throws IOException;
}
