package io.flowgauge.log.format;

import io.flowgauge.log.EventSchema;
import io.flowgauge.log.Field;
import io.flowgauge.log.FieldType;
import java.nio.ByteBuffer;
import java.util.List;

/**
 * Where the values of an event lie after the head of its body message: first all numbers in the
 * order of their fields, then all texts in the order of theirs. Immutable and thread-safe.
 */
public final class BodyLayout {
  private final EventSchema schema;
  private final FieldType[] types;

  /** Of a number its offset from the end of the head, of a text how many texts are before it. */
  private final int[] places;

  private final int numberBytes;
  private final int texts;

  /**
   * Lays out the events of a type.
   *
   * @param schema what the type's events hold
   */
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

  /**
   * What the events hold.
   *
   * @return the schema
   */
  public EventSchema schema() {
    return schema;
  }

  /**
   * Bytes of all numbers.
   *
   * @return 0 without numbers
   */
  public int numberBytes() {
    return numberBytes;
  }

  /**
   * Number of texts.
   *
   * @return 0 without texts
   */
  public int texts() {
    return texts;
  }

  /**
   * Fewest bytes of a body message, its head left out.
   *
   * @return its bytes when all texts are empty
   */
  public int minBytes() {
    return numberBytes + texts * Text.LENGTH_BYTES;
  }

  /**
   * Type of a field.
   *
   * @param field index of a field
   * @return its type
   */
  public FieldType type(int field) {
    return types[field];
  }

  /**
   * Offset of a number from the end of the head, or how many texts are before a text.
   *
   * @param field index of a field
   * @return the place
   */
  public int place(int field) {
    return places[field];
  }

  /**
   * Index of the first byte after a message.
   *
   * @param from the message
   * @param values index of the first byte after its head
   * @return the index
   * @throws IndexOutOfBoundsException if the buffer ends before
   */
  public int end(ByteBuffer from, int values) {
    return textAt(from, values, texts);
  }

  /**
   * Index of the length of a text.
   *
   * @param from the message
   * @param values index of the first byte after its head
   * @param text how many texts to pass over
   * @return the index
   * @throws IndexOutOfBoundsException if the buffer ends before
   */
  public int textAt(ByteBuffer from, int values, int text) {
    int at = values + numberBytes;
    for (int k = 0; k < text; k++) {
      at += Text.LENGTH_BYTES + Text.length(from, at);
    }
    return at;
  }
}
