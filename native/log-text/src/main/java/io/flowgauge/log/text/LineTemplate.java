package io.flowgauge.log.text;

import io.flowgauge.log.FieldType;
import io.flowgauge.log.read.EventCursor;

/**
 * The constant part of all lines of one event type from one source: everything but time and values.
 */
interface LineTemplate {
  /** Whether this is the template of an event. */
  boolean fits(EventCursor event);

  /** Returns the text between the digits of the time and the part that precedes the first value. */
  byte[] head();

  /** Returns the number of values. */
  int size();

  /** Returns the index of a value's field in the schema. */
  int field(int k);

  /** Returns the type of a value. */
  FieldType type(int k);

  /** Returns the text before a value, which follows the head or the previous value. */
  byte[] before(int k);

  /** Returns a text as a value, quoted if necessary. */
  String text(String value);

  /** Returns the text after the last value. */
  byte[] tail();
}
