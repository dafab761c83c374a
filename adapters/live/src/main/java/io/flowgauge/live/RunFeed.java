package io.flowgauge.live;

import io.flowgauge.run.WorkflowRun;
import java.io.Closeable;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/**
 * Where a watched run comes from. Updated by one thread; snapshots may be taken by others at the
 * same time.
 */
interface RunFeed extends Closeable {

  /** How often it is worth asking for an update. */
  Duration interval();

  /** Whether an update may take so long that others should not wait for it. */
  default boolean isSlow() {
    return false;
  }

  /**
   * Takes in what is new.
   *
   * @return whether anything is
   * @throws IOException if the run cannot be read at the moment, in words
   */
  boolean update() throws IOException;

  /** When what was taken in last was written: now, unless it is known to be older. */
  default Instant written(Instant now) {
    return now;
  }

  /** Whether the source has said that the run is over. */
  boolean isEnded();

  /** The run up to a moment, or to its last event if that is later; empty if none has begun. */
  Optional<WorkflowRun> snapshot(Instant now);

  /** Whether it reports an activity only after its end, so that silence may be work. */
  default boolean reportsOnlyEnds() {
    return false;
  }

  /** Whether the monitor keeps it: files that are followed are kept by others. */
  default boolean isKept() {
    return false;
  }

  /** How many of its activities the monitor keeps itself. */
  default long activities() {
    return 0;
  }

  /** The run as if it had ended with its last event; empty if none has begun. */
  Optional<WorkflowRun> ending();

  /** The run as it is read after its end; empty if none has begun. */
  Optional<WorkflowRun> whole() throws IOException;
}
