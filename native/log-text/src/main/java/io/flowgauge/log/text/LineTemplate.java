package io.flowgauge.log.text;

import io.flowgauge.log.FieldType;
import io.flowgauge.log.read.EventCursor;

/** What all lines of a type of event from one source share: all but time and values. */
interface LineTemplate {
  /** Whether it is that of an event. */
  boolean fits(EventCursor event);

  /** What is between the digits of the time and what is before the first value. */
  byte[] head();

  /** Number of values. */
  int size();

  /** Index of a value's field in the schema. */
  int field(int k);

  /** Type of that field. */
  FieldType type(int k);

  /** What is before a value, after the head or the value before it. */
  byte[] before(int k);

  /** A text as a value, in quotes where it must be. */
  String text(String value);

  /** What is after the last value. */
  byte[] tail();
}
