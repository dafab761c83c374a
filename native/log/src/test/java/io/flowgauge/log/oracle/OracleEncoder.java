package io.flowgauge.log.oracle;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/** Encodes blocks by the format's description alone, using every freedom it allows. */
final class OracleEncoder {
  private static final int ROOM = 1 << 16;

  private OracleEncoder() {}

  /** How the head of a body message is written. */
  enum Head {
    SHORT,
    LONG,
    FULL
  }

  /** A type with its id; it has one field for each type code. */
  record EventShape(int id, String name, List<Integer> codes) {}

  /** An event with a time by the monotonic clock. */
  record Event(EventShape type, long clock, Head head, List<Object> values) {}

  /** A block: the values of its header except lengths and checksums, and its events. */
  record Block(
      ByteOrder order,
      int kind,
      long log,
      int stream,
      int number,
      long before,
      long dropped,
      long wallAnchor,
      long clockAnchor,
      long clock,
      boolean identity,
      Set<Integer> described,
      List<Event> events) {}

  static byte[] encode(Block block) {
    ByteBuffer identity = room(block);
    if (block.identity()) {
      identity(identity, block.stream());
    }
    ByteBuffer headers = room(block);
    Set<Integer> done = new TreeSet<>();
    for (Event event : block.events()) {
      if (block.described().contains(event.type().id()) && done.add(event.type().id())) {
        header(headers, event.type());
      }
    }
    ByteBuffer body = room(block);
    long clock = block.clock();
    for (Event event : block.events()) {
      event(body, event, clock);
      clock = event.clock();
    }
    return assemble(block, identity.flip(), headers.flip(), body.flip());
  }

  private static byte[] assemble(
      Block block, ByteBuffer identity, ByteBuffer headers, ByteBuffer body) {
    int payload = identity.remaining() + headers.remaining() + body.remaining();
    ByteBuffer out = ByteBuffer.allocate(OracleDecoder.HEADER + payload).order(block.order());
    out.put(OracleDecoder.MARKER).put((byte) 1);
    out.put((byte) (block.order() == ByteOrder.LITTLE_ENDIAN ? 1 : 2));
    out.put((byte) block.kind()).put((byte) 0).putInt(body.remaining());
    out.putLong(block.log()).putInt(block.stream()).putInt(block.number());
    out.putLong(block.before()).putLong(block.dropped());
    out.putLong(block.wallAnchor()).putLong(block.clockAnchor()).putLong(block.clock());
    out.putInt(block.events().size()).putInt(identity.remaining()).putInt(headers.remaining());
    int described = identity.remaining() + headers.remaining();
    out.position(OracleDecoder.HEADER);
    out.put(identity).put(headers).put(body);
    out.putInt(84, OracleDecoder.crc(out, OracleDecoder.HEADER, described));
    out.putInt(88, OracleDecoder.crc(out, OracleDecoder.HEADER + described, payload - described));
    out.putInt(92, OracleDecoder.crc(out, 0, 92));
    return out.array();
  }

  private static void event(ByteBuffer body, Event event, long before) {
    int id = event.type().id();
    long delta = event.clock() - before;
    if (event.head() == Head.SHORT && id <= 250 && delta >= 0 && delta < 1 << 16) {
      body.put((byte) id).putShort((short) delta);
    } else if (event.head() != Head.FULL && id <= 255 && delta >= 0 && delta < 1L << 32) {
      body.put((byte) 254).put((byte) id).putInt((int) delta);
    } else {
      body.put((byte) 255).put((byte) 0).putShort((short) id).putLong(event.clock());
    }
    for (Object value : event.values()) {
      if (!(value instanceof String)) {
        number(body, value);
      }
    }
    for (Object value : event.values()) {
      if (value instanceof String text) {
        text(body, text);
      }
    }
  }

  private static void number(ByteBuffer out, Object value) {
    if (value instanceof Integer number) {
      out.putInt(number);
    } else if (value instanceof Long number) {
      out.putLong(number);
    } else if (value instanceof Float number) {
      out.putFloat(number);
    } else if (value instanceof Double number) {
      out.putDouble(number);
    }
  }

  private static void header(ByteBuffer out, EventShape type) {
    int from = out.position();
    out.putShort((short) 0).putShort((short) type.id());
    out.putShort((short) type.codes().size()).putShort((short) 1).putShort((short) 0);
    text(out, type.name());
    for (int i = 0; i < type.codes().size(); i++) {
      out.put((byte) (int) type.codes().get(i));
      text(out, "f" + i);
    }
    out.put((byte) 5);
    text(out, "PROG");
    text(out, "oracle");
    out.putShort(from, (short) (out.position() - from));
  }

  private static void identity(ByteBuffer out, int stream) {
    int from = out.position();
    out.putShort((short) 0).putLong(4711).putLong(0).putLong(stream + 1L);
    text(out, "host");
    text(out, "program");
    text(out, "thread-" + stream);
    out.putShort(from, (short) (out.position() - from));
  }

  private static void text(ByteBuffer out, String text) {
    byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
    out.putShort((short) bytes.length).put(bytes);
  }

  private static ByteBuffer room(Block block) {
    return ByteBuffer.allocate(ROOM).order(block.order());
  }
}
