package io.flowgauge.activation;

/** Receives what a request collects, until another does. */
interface Subscriber {
  /** Ends a sentence that begins with the request. */
  String TAKEN_OVER = " is received by another receiver now";

  /** Another one has taken over. */
  void superseded();
}
