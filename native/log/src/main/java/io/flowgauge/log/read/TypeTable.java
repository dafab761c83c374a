package io.flowgauge.log.read;

import io.flowgauge.log.EventSchema;
import io.flowgauge.log.format.BodyHead;
import io.flowgauge.log.format.BodyLayout;
import io.flowgauge.log.format.HeaderMessage;
import java.util.Arrays;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.stream.Stream;

/** The event types of one log, by id. Thread-safe while no type is added. */
final class TypeTable {
  private final Map<Integer, BodyLayout> rare = new TreeMap<>();
  private BodyLayout[] common = new BodyLayout[8];

  /** Adds a type; only the first description of an id is kept. */
  void add(HeaderMessage type) {
    int id = type.typeId();
    if (get(id) != null) {
      return;
    }
    BodyLayout layout = new BodyLayout(type.schema());
    if (id > BodyHead.MAX_SHORT_TYPE) {
      rare.put(id, layout);
      return;
    }
    if (id >= common.length) {
      int length = Math.max(id + 1, 2 * common.length);
      common = Arrays.copyOf(common, Math.min(length, BodyHead.MAX_SHORT_TYPE + 1));
    }
    common[id] = layout;
  }

  /** The schemas of the types, in the order of their ids. */
  Stream<EventSchema> schemas() {
    return Stream.concat(Arrays.stream(common).filter(Objects::nonNull), rare.values().stream())
        .map(BodyLayout::schema);
  }

  /** Returns a type, or null if it is not described. */
  BodyLayout get(int id) {
    if (id < common.length) {
      return common[id];
    }
    return id > BodyHead.MAX_SHORT_TYPE ? rare.get(id) : null;
  }
}
