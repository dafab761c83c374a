package io.flowgauge.runlog;

import io.flowgauge.log.EventSchema;

/** Takes events. */
interface EventSink {
  /**
   * Takes an event.
   *
   * @param schema its type
   * @param values the values in the order of the fields
   */
  void log(EventSchema schema, Object... values);
}
