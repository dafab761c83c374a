package io.flowgauge.instrumentation;

/** Push mode in progress; closing this ends it. Thread-safe. */
public interface Subscription extends AutoCloseable {
  /** Sends the remaining changes and ends push mode. */
  @Override
  void close();
}
