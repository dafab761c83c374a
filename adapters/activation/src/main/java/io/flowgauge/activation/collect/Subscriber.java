package io.flowgauge.activation.collect;

/** Receives what is stored, until another receiver replaces it. Called by any thread. */
public interface Subscriber {
  /** Ends a sentence that begins with the request. */
  String TAKEN_OVER = " is received by another receiver now";

  /** Called when another receiver has taken over. */
  void superseded();

  /** Called when something may have come, or nothing will come any more. */
  default void more() {}

  /** Whether it keeps the lease for as long as it is subscribed, without asking for anything. */
  default boolean isConnected() {
    return false;
  }
}
