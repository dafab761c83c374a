package io.flowgauge.activation;

/** Lets an {@link EventTarget} report its progress to the sender. Thread-safe. */
public interface EventSubscription extends AutoCloseable {
  /** A subscription that has already ended. */
  EventSubscription NONE =
      new EventSubscription() {
        @Override
        public void acknowledge(long position) {
          // Nobody is notified.
        }

        @Override
        public void close() {
          // It is over.
        }
      };

  /**
   * Reports that the target has safely stored everything up to a position. Delivery pauses while 4
   * MiB or more have been delivered beyond it.
   *
   * @param position end of a delivery
   * @throws IllegalArgumentException if the position is beyond what was delivered
   */
  void acknowledge(long position);

  /** Ends the subscription; what is not acknowledged waits for the next target or receiver. */
  @Override
  void close();
}
