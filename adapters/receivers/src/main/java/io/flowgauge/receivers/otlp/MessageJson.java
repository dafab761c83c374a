package io.flowgauge.receivers.otlp;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.google.protobuf.ByteString;
import com.google.protobuf.Descriptors.EnumValueDescriptor;
import com.google.protobuf.Descriptors.FieldDescriptor;
import com.google.protobuf.Message;
import java.util.HexFormat;
import java.util.List;
import java.util.Set;

/**
 * Converts messages to the JSON encoding of OTLP, which differs from that of Protocol Buffers: ids
 * are hexadecimal, and values of enumerations are numbers.
 */
final class MessageJson {
  private static final Set<String> IDS = Set.of("trace_id", "span_id", "parent_span_id");
  private static final JsonNodeFactory NODES = JsonNodeFactory.instance;

  private MessageJson() {}

  static ObjectNode of(Message message) {
    ObjectNode object = NODES.objectNode();
    message
        .getAllFields()
        .forEach((field, value) -> object.set(field.getJsonName(), member(field, value)));
    return object;
  }

  private static JsonNode member(FieldDescriptor field, Object value) {
    if (!field.isRepeated()) {
      return value(field, value);
    }
    ArrayNode array = NODES.arrayNode();
    for (Object element : (List<?>) value) {
      array.add(value(field, element));
    }
    return array;
  }

  private static JsonNode value(FieldDescriptor field, Object value) {
    return switch (field.getJavaType()) {
      case MESSAGE -> of((Message) value);
      case ENUM -> NODES.numberNode(((EnumValueDescriptor) value).getNumber());
      case BYTE_STRING -> bytes(field, (ByteString) value);
      case LONG -> NODES.textNode(text(field, (Long) value));
      case INT -> NODES.numberNode(Integer.toUnsignedLong((Integer) value));
      case DOUBLE -> NODES.numberNode((Double) value);
      case FLOAT -> NODES.numberNode((Float) value);
      case BOOLEAN -> NODES.booleanNode((Boolean) value);
      case STRING -> NODES.textNode((String) value);
    };
  }

  /**
   * Returns a 64-bit integer as text; fields of other types than int64, such as times, are
   * unsigned.
   */
  private static String text(FieldDescriptor field, long value) {
    boolean isSigned = field.getType() == FieldDescriptor.Type.INT64;
    return isSigned ? Long.toString(value) : Long.toUnsignedString(value);
  }

  private static JsonNode bytes(FieldDescriptor field, ByteString value) {
    return IDS.contains(field.getName())
        ? NODES.textNode(HexFormat.of().formatHex(value.toByteArray()))
        : NODES.binaryNode(value.toByteArray());
  }
}
