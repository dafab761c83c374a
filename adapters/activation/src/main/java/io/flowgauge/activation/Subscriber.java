package io.flowgauge.activation;

/** Receives what a request collects, until another receiver replaces it. */
interface Subscriber {
  /** Ends a sentence that begins with the request. */
  String TAKEN_OVER = " is received by another receiver now";

  /** Called when another receiver has taken over. */
  void superseded();
}
