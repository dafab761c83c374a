package io.flowgauge.runlog;

import io.flowgauge.log.read.EventCursor;

/** Takes the events of one run. */
interface RunTaker {
  /** Takes the current event of a cursor. */
  void take(EventCursor event);

  /** Passes on what is complete now. */
  void settle();
}
