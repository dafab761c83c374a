package io.flowgauge.activation.collect;

import java.io.IOException;
import java.util.Optional;

/** The events of a request, on disk for its receiver. Thread-safe. */
public interface StoredEvents {
  /** Where they wait. */
  Spool spool();

  /**
   * Reads whole blocks of them.
   *
   * @see Spool#read
   */
  default Optional<SpoolChunk> read(long from, int most) throws IOException {
    return spool().read(from, most);
  }

  /** The place of the receiver. */
  SubscriberSlot receiver();

  /** Renews the lease. */
  void renew();

  /** Whether everything was received and nothing more will come. */
  boolean isFinished();

  /** Why nothing more comes although it is not finished, or empty if it may. */
  default Optional<IOException> broken() {
    return Optional.empty();
  }
}
