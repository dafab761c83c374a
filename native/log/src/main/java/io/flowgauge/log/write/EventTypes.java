package io.flowgauge.log.write;

import io.flowgauge.log.EventSchema;
import io.flowgauge.log.format.BodyHead;
import java.util.Arrays;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Predicate;

/** The types of events of a log, and which of them are wanted. Thread-safe. */
final class EventTypes {
  private final Lanes lanes;
  private final Map<EventSchema, EventType> declared = new ConcurrentHashMap<>();

  /** By id; replaced, never changed. */
  private volatile EventType[] byId = new EventType[1];

  private final Rings rings;
  private Predicate<EventType> wanted;
  private boolean closed;

  EventTypes(Lanes lanes, Rings rings, Predicate<EventType> wanted) {
    this.lanes = lanes;
    this.rings = rings;
    this.wanted = wanted;
  }

  EventType get(int id) {
    return byId[id];
  }

  int size() {
    return declared.size();
  }

  EventType declare(EventSchema schema) {
    EventType known = declared.get(schema);
    return known != null ? known : Uninterrupted.call(() -> declareNew(schema));
  }

  private synchronized EventType declareNew(EventSchema schema) {
    EventType known = declared.get(schema);
    if (known != null) {
      return known;
    }
    int id = byId.length;
    if (id > BodyHead.MAX_TYPE) {
      throw new IllegalArgumentException("a log has at most " + BodyHead.MAX_TYPE + " event types");
    }
    EventType type = new EventType(lanes, id, schema);
    type.want(wanted.test(type));
    EventType[] more = Arrays.copyOf(byId, id + 1);
    more[id] = type;
    rings.describe(type.header());
    byId = more;
    declared.put(schema, type);
    if (closed) {
      type.close();
    }
    return type;
  }

  /** Has these types on and all others off, now and when they are declared. */
  synchronized void want(Predicate<EventType> which) {
    wanted = which;
    declared.values().forEach(type -> type.want(which.test(type)));
  }

  /** Switches all off for good. */
  synchronized void close() {
    closed = true;
    declared.values().forEach(EventType::close);
  }
}
