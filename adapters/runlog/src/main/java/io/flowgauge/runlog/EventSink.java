package io.flowgauge.runlog;

import io.flowgauge.log.EventSchema;

/** Takes events. */
interface EventSink {
  /**
   * Takes an event.
   *
   * @param values the values in the order of the fields
   */
  void log(EventSchema schema, Object... values);
}
