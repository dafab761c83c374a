package io.flowgauge.instrumentation;

/** Push mode under way. Thread-safe. */
public interface Subscription extends AutoCloseable {
  /** Sends the remaining changes and ends push mode. */
  @Override
  void close();
}
