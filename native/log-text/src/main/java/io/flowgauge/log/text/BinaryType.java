package io.flowgauge.log.text;

import io.flowgauge.log.EventSchema;
import io.flowgauge.log.format.BodyHead;
import io.flowgauge.log.format.BodyLayout;
import io.flowgauge.log.format.FormatException;
import io.flowgauge.log.format.HeaderMessage;
import io.flowgauge.log.format.Text;
import io.flowgauge.log.read.EventCursor;
import java.nio.ByteBuffer;

/** Encodes events of a type as body messages. Not thread-safe. */
final class BinaryType {
  private final HeaderMessage header;
  private final BodyLayout layout;

  /**
   * The texts of the current event, in order; kept because cursors create a new text on each call.
   */
  private final String[] texts;

  private BinaryType(HeaderMessage header) {
    this.header = header;
    layout = new BodyLayout(header.schema());
    texts = new String[layout.texts()];
  }

  static BinaryType of(int id, EventSchema schema) {
    HeaderMessage header = new HeaderMessage(id, schema);
    if (id > BodyHead.MAX_TYPE) {
      throw refused("one of at most " + BodyHead.MAX_TYPE + " types", "type " + id);
    }
    if (header.bytes() > BodyHead.MAX_MESSAGE) {
      String rule = "described in at most " + BodyHead.MAX_MESSAGE + " bytes";
      throw refused(rule, header.bytes() + " bytes");
    }
    if (!isKept(header)) {
      throw refused("of constants that are valid Unicode", schema.constants().toString());
    }
    return new BinaryType(header);
  }

  private static boolean isKept(HeaderMessage header) {
    ByteBuffer bytes = ByteBuffer.allocate(header.bytes());
    header.encode(bytes);
    try {
      return HeaderMessage.decode(bytes.flip()).equals(header);
    } catch (FormatException e) {
      return false;
    }
  }

  /** Returns an exception whose message continues a sentence that begins with the event. */
  static IllegalArgumentException refused(String rule, String found) {
    return new IllegalArgumentException("must be " + rule + ", was " + found);
  }

  HeaderMessage header() {
    return header;
  }

  /** Returns the length of an event's values in bytes; also reads and checks its texts. */
  int measure(EventCursor event) {
    long bytes = layout.minBytes();
    for (int k = 0; k < layout.schema().fields().size(); k++) {
      if (layout.type(k).width() == 0) {
        String text = requireWellFormed(event.string(k));
        texts[layout.place(k)] = text;
        bytes += Text.bytes(text);
      }
    }
    if (bytes + BodyHead.FULL > BodyHead.MAX_MESSAGE) {
      throw refused("at most " + BodyHead.MAX_MESSAGE + " bytes", bytes + BodyHead.FULL + " bytes");
    }
    return (int) bytes;
  }

  private static String requireWellFormed(String text) {
    int half = UnpairedSurrogate.indexIn(text);
    if (half >= 0) {
      throw refused(
          "of texts that are valid Unicode", "U+" + Integer.toHexString(text.charAt(half)));
    }
    return text;
  }

  /** Writes the values of the event that was measured last; returns the index after them. */
  int put(ByteBuffer to, int at, EventCursor event) {
    for (int k = 0; k < layout.schema().fields().size(); k++) {
      int place = at + layout.place(k);
      switch (layout.type(k)) {
        case INT32 -> to.putInt(place, event.int32(k));
        case INT64 -> to.putLong(place, event.int64(k));
        case FLOAT32 -> to.putFloat(place, event.float32(k));
        case FLOAT64 -> to.putDouble(place, event.float64(k));
        case STRING -> {} // Texts follow after the numbers.
      }
    }
    int next = at + layout.numberBytes();
    for (String text : texts) {
      next = Text.put(to, next, text);
    }
    return next;
  }
}
