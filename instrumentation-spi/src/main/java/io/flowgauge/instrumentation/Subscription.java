package io.flowgauge.instrumentation;

/** Push mode that is on. Thread-safe. */
public interface Subscription extends AutoCloseable {
  /** Sends what is left, and ends. */
  @Override
  void close();
}
