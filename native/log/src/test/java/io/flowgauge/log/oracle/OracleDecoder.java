package io.flowgauge.log.oracle;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.CharBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.CodingErrorAction;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.zip.CRC32C;

/**
 * Reads sound logs by the format's description alone, sharing no code with the product, and
 * enforces every rule stated there.
 */
final class OracleDecoder {
  static final byte[] MARKER = {(byte) 0xFA, 0x46, 0x47, 0x4C, 0x0D, 0x0A, 0x1A, 0};
  static final int HEADER = 96;

  private final Map<String, Stream> streams = new TreeMap<>();

  /** A type of events: names of fields and their type codes, and constants by name. */
  record EventShape(
      String event,
      List<String> fields,
      List<Integer> codes,
      Map<String, Object> constants,
      int lifeline) {}

  /** An event with its wall-clock time. */
  record Event(long wall, String name, List<Object> values) {}

  /** The origin of a stream. */
  record Source(long pid, long start, long tid, String host, String program, String thread) {}

  /** The content of a stream. */
  static final class Stream {
    final List<Event> events = new ArrayList<>();
    final Map<Integer, EventShape> types = new HashMap<>();
    Source source;
    long dropped;
    int blocks;
    boolean ended;
  }

  /** Decodes a whole log; fails on anything the description does not allow. */
  static Map<String, Stream> decode(byte[] log) {
    OracleDecoder decoder = new OracleDecoder();
    ByteBuffer in = ByteBuffer.wrap(log);
    while (in.hasRemaining()) {
      decoder.block(in);
    }
    return decoder.streams;
  }

  private void block(ByteBuffer in) {
    int at = in.position();
    byte[] marker = new byte[8];
    in.get(at, marker);
    check(Arrays.equals(marker, MARKER), "marker at " + at);
    check(in.get(at + 8) == 1, "version");
    in.order(in.get(at + 9) == 1 ? ByteOrder.LITTLE_ENDIAN : ByteOrder.BIG_ENDIAN);
    check(in.get(at + 9) == 1 || in.get(at + 9) == 2, "byte order");
    int kind = in.get(at + 10);
    check(kind == 1 || kind == 2, "kind");
    check(in.get(at + 11) == 0, "reserved byte");
    int body = in.getInt(at + 12);
    int identity = in.getInt(at + 76);
    int headers = in.getInt(at + 80);
    check(body >= 0 && body <= 1 << 20, "body of " + body);
    check(crc(in, at, 92) == in.getInt(at + 92), "header checksum");
    check(crc(in, at + HEADER, identity + headers) == in.getInt(at + 84), "checksum of headers");
    check(crc(in, at + HEADER + identity + headers, body) == in.getInt(at + 88), "body checksum");
    String key = Long.toHexString(in.getLong(at + 16)) + "/" + in.getInt(at + 24);
    Stream stream = streams.computeIfAbsent(key, k -> new Stream());
    check(!stream.ended, "block after the end of " + key);
    int number = in.getInt(at + 28);
    check(number == stream.blocks++, "block " + number + " of " + key);
    check(in.getLong(at + 32) == stream.events.size(), "events before block");
    check(in.getLong(at + 40) >= stream.dropped, "dropped goes back");
    stream.dropped = in.getLong(at + 40);
    int next = at + HEADER + identity + headers + body;
    if (kind == 2) {
      check(identity + headers + body == 0 && in.getInt(at + 72) == 0, "end with a payload");
      stream.ended = true;
    } else {
      boolean due = (Integer.bitCount(number) <= 1 && number <= 32) || number % 64 == 0;
      boolean nobody = number > 0 && stream.source == null;
      check(identity > 0 ? due && !nobody : !due || number == 0 || nobody, "identity " + number);
      payload(in, at, stream, due);
      check(in.position() == next, "bytes left in the body");
    }
    in.position(next);
  }

  private static void payload(ByteBuffer in, int at, Stream stream, boolean withIdentity) {
    int identity = in.getInt(at + 76);
    in.position(at + HEADER);
    if (identity > 0) {
      Source source = source(in);
      check(in.position() == at + HEADER + identity, "length of the identity");
      check(stream.source == null || stream.source.equals(source), "another identity");
      stream.source = source;
    }
    int end = at + HEADER + identity + in.getInt(at + 80);
    Set<Integer> here = new HashSet<>();
    while (in.position() < end) {
      check(here.add(header(in, stream)), "type described twice in a block");
    }
    check(in.position() == end, "length of header messages");
    events(in, at, stream, here, withIdentity);
  }

  private static void events(
      ByteBuffer in, int at, Stream stream, Set<Integer> here, boolean withIdentity) {
    long wall = in.getLong(at + 48) - in.getLong(at + 56);
    long clock = in.getLong(at + 64);
    Set<Integer> used = new HashSet<>();
    for (int left = in.getInt(at + 72); left > 0; left--) {
      int from = in.position();
      int first = in.get() & 0xFF;
      int id;
      if (first == 255) {
        check(in.get() == 0, "byte after 255");
        id = in.getShort() & 0xFFFF;
        clock = in.getLong();
      } else if (first == 254) {
        id = in.get() & 0xFF;
        clock += in.getInt() & 0xFFFF_FFFFL;
      } else {
        check(first >= 1 && first <= 250, "first byte " + first);
        id = first;
        clock += in.getShort() & 0xFFFF;
      }
      used.add(id);
      EventShape type = stream.types.get(id);
      check(type != null, "type " + id + " is not described");
      stream.events.add(new Event(clock + wall, type.event(), values(in, type.codes())));
      check(in.position() - from < 1 << 16, "message of 64 KiB");
    }
    if (withIdentity) {
      check(here.containsAll(used), "a type with identity, but without its header message");
    }
    check(used.containsAll(here), "a header message without events");
  }

  private static List<Object> values(ByteBuffer in, List<Integer> codes) {
    Object[] values = new Object[codes.size()];
    for (int i = 0; i < values.length; i++) {
      if (codes.get(i) != 5) {
        values[i] = value(in, codes.get(i));
      }
    }
    for (int i = 0; i < values.length; i++) {
      if (codes.get(i) == 5) {
        values[i] = text(in);
      }
    }
    return List.of(values);
  }

  private static int header(ByteBuffer in, Stream stream) {
    int from = in.position();
    int length = in.getShort() & 0xFFFF;
    int id = in.getShort() & 0xFFFF;
    check(id > 0, "type 0");
    int fields = in.getShort() & 0xFFFF;
    int constants = in.getShort() & 0xFFFF;
    int lifeline = in.getShort() & 0xFFFF;
    String name = text(in);
    List<String> names = new ArrayList<>();
    List<Integer> codes = new ArrayList<>();
    for (int i = 0; i < fields; i++) {
      codes.add((int) in.get());
      names.add(text(in));
    }
    Map<String, Object> values = new TreeMap<>();
    for (int i = 0; i < constants; i++) {
      int code = in.get();
      values.put(text(in), value(in, code));
    }
    check(in.position() == from + length, "length of a header message");
    EventShape type = new EventShape(name, names, codes, values, lifeline);
    EventShape known = stream.types.putIfAbsent(id, type);
    check(known == null || known.equals(type), "type " + id + " changes");
    return id;
  }

  private static Source source(ByteBuffer in) {
    int from = in.position();
    int length = in.getShort() & 0xFFFF;
    Source source =
        new Source(in.getLong(), in.getLong(), in.getLong(), text(in), text(in), text(in));
    check(in.position() == from + length, "length stated in the identity");
    return source;
  }

  private static Object value(ByteBuffer in, int code) {
    return switch (code) {
      case 1 -> in.getInt();
      case 2 -> in.getLong();
      case 3 -> in.getFloat();
      case 4 -> in.getDouble();
      case 5 -> text(in);
      default -> throw new AssertionError("type code " + code);
    };
  }

  private static String text(ByteBuffer in) {
    byte[] bytes = new byte[in.getShort() & 0xFFFF];
    in.get(bytes);
    try {
      CharBuffer chars =
          StandardCharsets.UTF_8
              .newDecoder()
              .onMalformedInput(CodingErrorAction.REPORT)
              .decode(ByteBuffer.wrap(bytes));
      return chars.toString();
    } catch (CharacterCodingException e) {
      throw new AssertionError("text is not UTF-8", e);
    }
  }

  static int crc(ByteBuffer in, int from, int length) {
    CRC32C crc = new CRC32C();
    crc.update(in.duplicate().limit(from + length).position(from));
    return (int) crc.getValue();
  }

  private static void check(boolean holds, String what) {
    if (!holds) {
      throw new AssertionError(what);
    }
  }
}
