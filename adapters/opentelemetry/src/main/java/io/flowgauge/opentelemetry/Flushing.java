package io.flowgauge.opentelemetry;

import io.flowgauge.log.write.EventLog;
import io.opentelemetry.sdk.common.CompletableResultCode;

/** Flushes a log in its own thread, so that the caller need not wait. Stateless. */
final class Flushing {
  private Flushing() {}

  static CompletableResultCode of(EventLog log) {
    CompletableResultCode result = new CompletableResultCode();
    Thread thread = new Thread(() -> flush(log, result), "flowgauge-opentelemetry-flush");
    thread.setDaemon(true);
    thread.start();
    return result;
  }

  private static void flush(EventLog log, CompletableResultCode result) {
    try {
      if (log.flush()) {
        result.succeed();
      } else {
        result.fail();
      }
    } catch (InterruptedException e) {
      result.fail();
      Thread.currentThread().interrupt();
    }
  }
}
