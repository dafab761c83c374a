package io.flowgauge.activation.collect;

import java.io.IOException;
import java.util.Optional;

/** The events of a request, stored on disk for its receiver. Thread-safe. */
public interface StoredEvents {
  /** Returns the spool in which the events wait. */
  Spool spool();

  /**
   * Reads whole blocks.
   *
   * @see Spool#read
   */
  default Optional<SpoolChunk> read(long from, int most) throws IOException {
    return spool().read(from, most);
  }

  /** Returns the slot for the receiver. */
  SubscriberSlot receiver();

  /** Renews the lease. */
  void renew();

  /** Whether everything has been received and nothing more will come. */
  boolean isFinished();

  /**
   * Returns why nothing more will come although the request is not finished; empty if something
   * may.
   */
  default Optional<IOException> broken() {
    return Optional.empty();
  }
}
