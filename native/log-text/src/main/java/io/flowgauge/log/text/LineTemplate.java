package io.flowgauge.log.text;

import io.flowgauge.log.FieldType;
import io.flowgauge.log.read.EventCursor;

/** The constant part of all lines of one event type from one source: all but time and values. */
interface LineTemplate {
  /** Whether it is that of an event. */
  boolean fits(EventCursor event);

  /** Text between the digits of the time and before the first value. */
  byte[] head();

  /** Number of values. */
  int size();

  /** Index of a value's field in the schema. */
  int field(int k);

  /** Type of that field. */
  FieldType type(int k);

  /** Text before a value, after the head or the value before it. */
  byte[] before(int k);

  /** A text as a value, in quotes where it must be. */
  String text(String value);

  /** Text after the last value. */
  byte[] tail();
}
