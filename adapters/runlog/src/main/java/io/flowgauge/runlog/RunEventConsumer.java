package io.flowgauge.runlog;

import io.flowgauge.log.read.EventCursor;

/** Receives the events of one run. */
interface RunEventConsumer {
  /** Receives the current event of a cursor. */
  void take(EventCursor event);

  /** Passes on the data that are now complete. */
  void passOnComplete();
}
