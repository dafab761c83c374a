package io.flowgauge.log.format;

import io.flowgauge.log.EventSchema;
import io.flowgauge.log.Field;
import io.flowgauge.log.FieldType;
import java.nio.ByteBuffer;
import java.util.List;

/**
 * The layout of an event's values after the head of its body message: first all numbers in field
 * order, then all texts in field order. Immutable and thread-safe.
 */
public final class BodyLayout {
  private final EventSchema schema;
  private final FieldType[] types;

  /**
   * For a number, its offset from the end of the head; for a text, the number of texts before it.
   */
  private final int[] places;

  private final int numberBytes;
  private final int texts;

  /** Computes the layout of a type's events. */
  public BodyLayout(EventSchema schema) {
    this.schema = schema;
    List<Field> fields = schema.fields();
    types = new FieldType[fields.size()];
    places = new int[types.length];
    int bytes = 0;
    int strings = 0;
    for (int k = 0; k < types.length; k++) {
      types[k] = fields.get(k).type();
      places[k] = types[k] == FieldType.STRING ? strings++ : bytes;
      bytes += types[k].width();
    }
    numberBytes = bytes;
    texts = strings;
  }

  /** Returns the schema of the events. */
  public EventSchema schema() {
    return schema;
  }

  /** Number of fields. */
  public int fields() {
    return types.length;
  }

  /** Bytes of all numbers. */
  public int numberBytes() {
    return numberBytes;
  }

  /** Number of texts. */
  public int texts() {
    return texts;
  }

  /** Smallest size of a body message without its head: its bytes when all texts are empty. */
  public int minBytes() {
    return numberBytes + texts * Text.LENGTH_BYTES;
  }

  /** Type of a field. */
  public FieldType type(int field) {
    return types[field];
  }

  /**
   * For a number, its offset from the end of the head; for a text, the number of texts before it.
   */
  public int place(int field) {
    return places[field];
  }

  /**
   * Returns the index of the first byte after a message.
   *
   * @param values index of the first byte after the head of the message
   */
  public int end(ByteBuffer from, int values) {
    return textAt(from, values, texts);
  }

  /**
   * Returns the index at which a text begins with its length.
   *
   * @param values index of the first byte after the head of the message
   * @param text number of texts before it
   */
  public int textAt(ByteBuffer from, int values, int text) {
    int at = values + numberBytes;
    for (int k = 0; k < text; k++) {
      at += Text.LENGTH_BYTES + Text.length(from, at);
    }
    return at;
  }
}
