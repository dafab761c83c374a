package io.flowgauge.log.format;

import io.flowgauge.log.Constant;
import io.flowgauge.log.EventSchema;
import io.flowgauge.log.Field;
import io.flowgauge.log.FieldType;
import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;

/**
 * A header message: the id and the schema of an event type.
 *
 * @param typeId 1 to 65535
 */
public record HeaderMessage(int typeId, EventSchema schema) {
  private static final int FIXED_BYTES = 10;
  private static final int SHORT = 0xFFFF;

  /** Bytes of the message. */
  public int bytes() {
    int bytes = FIXED_BYTES + textBytes(schema.name());
    for (Field field : schema.fields()) {
      bytes += 1 + textBytes(field.name());
    }
    for (Constant constant : schema.constants()) {
      bytes += 1 + textBytes(constant.name()) + valueBytes(constant);
    }
    return bytes;
  }

  private static int textBytes(String text) {
    return Text.LENGTH_BYTES + Text.bytes(text);
  }

  private static int valueBytes(Constant constant) {
    return constant.value() instanceof String text ? textBytes(text) : constant.type().width();
  }

  /** Encodes the message at the buffer's position, in the buffer's byte order. */
  public void encode(ByteBuffer to) {
    to.putShort((short) bytes()).putShort((short) typeId);
    to.putShort((short) schema.fields().size()).putShort((short) schema.constants().size());
    to.putShort((short) (schema.lifeline().orElse(-1) + 1));
    Text.append(to, schema.name());
    for (Field field : schema.fields()) {
      to.put(code(field.type()));
      Text.append(to, field.name());
    }
    for (Constant constant : schema.constants()) {
      to.put(code(constant.type()));
      Text.append(to, constant.name());
      putValue(to, constant.value());
    }
  }

  private static byte code(FieldType type) {
    return switch (type) {
      case INT32 -> 1;
      case INT64 -> 2;
      case FLOAT32 -> 3;
      case FLOAT64 -> 4;
      case STRING -> 5;
    };
  }

  private static void putValue(ByteBuffer to, Object value) {
    if (value instanceof Integer number) {
      to.putInt(number);
    } else if (value instanceof Long number) {
      to.putLong(number);
    } else if (value instanceof Float number) {
      to.putFloat(number);
    } else if (value instanceof Double number) {
      to.putDouble(number);
    } else {
      Text.append(to, (String) value);
    }
  }

  /**
   * Decodes the message at the buffer's position and moves past it.
   *
   * @throws FormatException if there is no valid message
   */
  public static HeaderMessage decode(ByteBuffer from) throws FormatException {
    try {
      int end = from.position() + (from.getShort() & SHORT);
      int typeId = from.getShort() & SHORT;
      EventSchema schema = schema(from);
      if (from.position() != end || typeId == 0) {
        throw new FormatException("a header message with impossible numbers");
      }
      return new HeaderMessage(typeId, schema);
    } catch (BufferUnderflowException | IndexOutOfBoundsException e) {
      throw new FormatException("a header message that ends early");
    } catch (IllegalArgumentException e) {
      throw new FormatException("a damaged header message: " + e.getMessage());
    }
  }

  private static EventSchema schema(ByteBuffer from) throws FormatException {
    int fields = from.getShort() & SHORT;
    int constants = from.getShort() & SHORT;
    int lifeline = (from.getShort() & SHORT) - 1;
    EventSchema.Builder schema = EventSchema.named(Text.take(from));
    for (int k = 0; k < fields; k++) {
      FieldType type = type(from.get());
      String name = Text.take(from);
      if (k == lifeline) {
        schema.lifeline(name, type);
      } else {
        schema.field(name, type);
      }
    }
    for (int k = 0; k < constants; k++) {
      FieldType type = type(from.get());
      schema.constant(Text.take(from), value(from, type));
    }
    return schema.build();
  }

  private static FieldType type(byte code) throws FormatException {
    for (FieldType type : FieldType.values()) {
      if (code(type) == code) {
        return type;
      }
    }
    throw new FormatException("a field of type " + code);
  }

  private static Object value(ByteBuffer from, FieldType type) {
    return switch (type) {
      case INT32 -> from.getInt();
      case INT64 -> from.getLong();
      case FLOAT32 -> from.getFloat();
      case FLOAT64 -> from.getDouble();
      case STRING -> Text.take(from);
    };
  }
}
