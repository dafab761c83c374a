package io.flowgauge.runlog;

import io.flowgauge.log.EventSchema;

/** Receives events. */
interface EventSink {
  /**
   * Receives an event.
   *
   * @param values the values in the order of the fields
   */
  void log(EventSchema schema, Object... values);
}
