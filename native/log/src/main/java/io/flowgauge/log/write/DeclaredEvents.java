package io.flowgauge.log.write;

import io.flowgauge.log.EventSchema;
import io.flowgauge.log.format.BodyHead;
import java.util.Arrays;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Predicate;

/** The event types of a log, and which of them are wanted. Thread-safe. */
final class DeclaredEvents {
  private final Lanes lanes;
  private final Map<EventSchema, DeclaredEvent> declared = new ConcurrentHashMap<>();

  /** The types by id. The array is replaced, never changed. */
  private volatile DeclaredEvent[] byId = new DeclaredEvent[1];

  private final Rings rings;
  private Predicate<DeclaredEvent> wanted;
  private boolean closed;

  DeclaredEvents(Lanes lanes, Rings rings, Predicate<DeclaredEvent> wanted) {
    this.lanes = lanes;
    this.rings = rings;
    this.wanted = wanted;
  }

  DeclaredEvent get(int id) {
    return byId[id];
  }

  int size() {
    return declared.size();
  }

  DeclaredEvent declare(EventSchema schema) {
    DeclaredEvent known = declared.get(schema);
    return known != null ? known : Uninterrupted.call(() -> declareNew(schema));
  }

  private synchronized DeclaredEvent declareNew(EventSchema schema) {
    DeclaredEvent known = declared.get(schema);
    if (known != null) {
      return known;
    }
    int id = byId.length;
    if (id > BodyHead.MAX_TYPE) {
      throw new IllegalArgumentException("a log has at most " + BodyHead.MAX_TYPE + " event types");
    }
    DeclaredEvent type = new DeclaredEvent(lanes, id, schema);
    type.setWanted(wanted.test(type));
    DeclaredEvent[] more = Arrays.copyOf(byId, id + 1);
    more[id] = type;
    rings.describe(type.header());
    byId = more;
    declared.put(schema, type);
    if (closed) {
      type.close();
    }
    return type;
  }

  /** Switches the given types on and all others off, including types declared later. */
  synchronized void markWanted(Predicate<DeclaredEvent> which) {
    wanted = which;
    declared.values().forEach(type -> type.setWanted(which.test(type)));
  }

  /** Switches all types off permanently. */
  synchronized void close() {
    closed = true;
    declared.values().forEach(DeclaredEvent::close);
  }
}
