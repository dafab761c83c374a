package io.flowgauge.instrumentation;

/** Push mode while it runs; closing this ends it. Thread-safe. */
public interface Subscription extends AutoCloseable {
  /** Sends the remaining changes and ends push mode. */
  @Override
  void close();
}
