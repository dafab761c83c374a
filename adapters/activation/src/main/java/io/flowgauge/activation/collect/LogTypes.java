package io.flowgauge.activation.collect;

import io.flowgauge.log.format.BodyLayout;
import io.flowgauge.log.format.HeaderMessage;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** The event types of one log of an application, by id. Not thread-safe. */
final class LogTypes {
  /** Most bytes of descriptions. Further types are ignored, and their events count as missing. */
  private static final int MAX_BYTES = 8 << 20;

  /** A type: its description, and the layout of its events' values. */
  record Type(HeaderMessage header, BodyLayout layout) {}

  private final Map<Integer, Type> types = new HashMap<>();
  private int bytes;

  /** Adds a type, unless its id is described already. */
  void add(HeaderMessage header) {
    int more = header.bytes();
    if (bytes + more <= MAX_BYTES && !types.containsKey(header.typeId())) {
      types.put(header.typeId(), new Type(header, new BodyLayout(header.schema())));
      bytes += more;
    }
  }

  /** Returns a type, or null if it is not described. */
  Type get(int id) {
    return types.get(id);
  }

  List<HeaderMessage> all() {
    return types.values().stream().map(Type::header).toList();
  }

  /** Returns the bytes of all descriptions. */
  int bytes() {
    return bytes;
  }
}
