package io.flowgauge.activation;

/** What an {@link EventTarget} tells the sender. Thread-safe. */
public interface EventSubscription extends AutoCloseable {
  /** One that is over already. */
  EventSubscription NONE =
      new EventSubscription() {
        @Override
        public void acknowledge(long position) {
          // Nobody is told.
        }

        @Override
        public void close() {
          // It is over.
        }
      };

  /**
   * Everything up to a position is safe with the target. Further deliveries come only up to 4 MiB
   * beyond it.
   *
   * @param position end of a delivery
   * @throws IllegalArgumentException if so much was not delivered
   */
  void acknowledge(long position);

  /** Nothing more is wanted; what is not acknowledged waits for the next target or receiver. */
  @Override
  void close();
}
