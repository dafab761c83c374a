package io.flowgauge.activation.collect;

/** A receiver of stored events, until another one replaces it. Called on any thread. */
public interface Subscriber {
  /** End of a message that begins with the name of the request. */
  String TAKEN_OVER = " is now received by another receiver";

  /** Called when another receiver has taken over. */
  void supersede();

  /** Called when events may have arrived, or when no more will arrive. */
  default void wake() {}

  /** Whether the lease lasts as long as this is subscribed, even if it asks for nothing. */
  default boolean isConnected() {
    return false;
  }
}
