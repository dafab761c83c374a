package io.flowgauge.opentelemetry;

import io.flowgauge.log.EventSchema;
import io.flowgauge.log.Field;
import io.flowgauge.log.read.EventCursor;
import io.opentelemetry.api.common.AttributeKey;
import io.opentelemetry.api.common.AttributeType;
import io.opentelemetry.api.common.Attributes;
import io.opentelemetry.api.common.AttributesBuilder;
import io.opentelemetry.api.trace.SpanContext;
import io.opentelemetry.api.trace.SpanKind;
import io.opentelemetry.api.trace.StatusCode;
import io.opentelemetry.api.trace.TraceFlags;
import io.opentelemetry.api.trace.TraceState;
import io.opentelemetry.api.trace.TraceStateBuilder;
import io.opentelemetry.sdk.common.InstrumentationScopeInfo;
import io.opentelemetry.sdk.resources.Resource;
import io.opentelemetry.sdk.trace.data.EventData;
import io.opentelemetry.sdk.trace.data.LinkData;
import io.opentelemetry.sdk.trace.data.StatusData;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;

/** Assembles spans from their events. Not thread-safe. */
final class SpanIntake {
  /** The owner of an attribute that was logged as span.attribute. */
  private record Owner(long id, String kind, int index) {}

  private record Key(String key, AttributeType type) {}

  /** The parts of a text. It is incomplete if the log dropped one of them. */
  private static final class Parts {
    final StringBuilder text = new StringBuilder();
    private int count;
    private boolean hasAll = true;
    private boolean isOver;

    void add(int part, String value) {
      hasAll &= part == count && !isOver;
      count++;
      isOver = value.length() < AttributeFields.FULL_PART;
      text.append(value);
    }

    boolean isComplete() {
      return hasAll && isOver;
    }
  }

  /** A span as known so far. */
  private static final class Open {
    SpanContext context;
    String parent;
    String name;
    SpanKind kind;
    InstrumentationScopeInfo scope;
    Resource resource = Resource.empty();
    long start;
    OptionalLong end = OptionalLong.empty();
    StatusData status = StatusData.unset();
    Attributes attributes = Attributes.empty();
    final List<EventData> events = new ArrayList<>();
    final List<LinkData> links = new ArrayList<>();

    LoggedSpan done() {
      return new LoggedSpan(
          context,
          parent,
          name,
          kind,
          scope,
          resource,
          start,
          end,
          status,
          attributes,
          events,
          links);
    }
  }

  private final Map<Long, Open> spans = new LinkedHashMap<>();
  private final Map<Long, Resource> resources = new HashMap<>();
  private final Map<Owner, Map<Key, Parts>> pendingParts = new HashMap<>();

  void take(EventCursor event) throws IOException {
    EventSchema schema = event.schema();
    if (isOfType(schema, SpanSchemas.START)) {
      start(event);
    } else if (isOfType(schema, SpanSchemas.ATTRIBUTE)) {
      attribute(event);
    } else if (isOfType(schema, SpanSchemas.RESOURCE)) {
      resource(event);
    } else if (spans.containsKey(idOf(event))) {
      addToSpan(event, spans.get(idOf(event)));
    }
  }

  /**
   * Whether events have the name of a type and its fields, with or without further fields after
   * them.
   */
  private static boolean isOfType(EventSchema schema, EventSchema type) {
    int count = type.fields().size();
    return schema.name().equals(type.name())
        && schema.fields().size() >= count
        && schema.fields().subList(0, count).equals(type.fields());
  }

  private static long idOf(EventCursor event) {
    EventSchema schema = event.schema();
    boolean ofSpan =
        isOfType(schema, SpanSchemas.EVENT)
            || isOfType(schema, SpanSchemas.LINK)
            || isOfType(schema, SpanSchemas.END);
    return ofSpan ? event.int64(0) : 0;
  }

  private void addToSpan(EventCursor event, Open span) throws IOException {
    switch (event.schema().name()) {
      case "span.event" -> event(event, span);
      case "span.link" -> link(event, span);
      default -> end(event, span);
    }
  }

  private void start(EventCursor event) {
    Open span = new Open();
    span.context = context(event.int64(0), event.int32(2), event.string(3), event.string(6));
    span.parent = hex(event.int64(1));
    span.name = event.string(4);
    span.kind = SpanKind.valueOf(event.string(5));
    span.scope = scope(event.string(7), event.string(8), event.string(9));
    span.start = event.timeNanos();
    spans.put(event.int64(0), span);
  }

  private static InstrumentationScopeInfo scope(String name, String version, String schema) {
    var builder = InstrumentationScopeInfo.builder(name);
    if (!version.isEmpty()) {
      builder.setVersion(version);
    }
    if (!schema.isEmpty()) {
      builder.setSchemaUrl(schema);
    }
    return builder.build();
  }

  private static SpanContext context(long span, int flags, String trace, String state) {
    TraceStateBuilder entries = TraceState.builder();
    List<String> given = state.isEmpty() ? List.of() : List.of(state.split(",", -1));
    for (int k = given.size() - 1; k >= 0; k--) { // The builder puts each new entry first.
      int equals = given.get(k).indexOf('=');
      entries.put(given.get(k).substring(0, equals), given.get(k).substring(equals + 1));
    }
    return SpanContext.create(trace, hex(span), TraceFlags.fromByte((byte) flags), entries.build());
  }

  private static String hex(long id) {
    return String.format("%016x", id);
  }

  private void event(EventCursor event, Open span) throws IOException {
    Attributes own = attributes(event, SpanSchemas.EVENT, "event", event.int32(1));
    span.events.add(EventData.create(event.int64(2), event.string(4), own, event.int32(3)));
  }

  private void link(EventCursor event, Open span) throws IOException {
    Attributes own = attributes(event, SpanSchemas.LINK, "link", event.int32(1));
    SpanContext to = context(event.int64(2), event.int32(3), event.string(5), event.string(6));
    span.links.add(LinkData.create(to, own, event.int32(4)));
  }

  private void resource(EventCursor event) throws IOException {
    Attributes own = attributes(event, SpanSchemas.RESOURCE, "resource", 0);
    String schema = event.string(1);
    resources.put(event.int64(0), Resource.create(own, schema.isEmpty() ? null : schema));
  }

  private void end(EventCursor event, Open span) throws IOException {
    span.start = event.int64(1);
    span.end = OptionalLong.of(event.int64(2));
    span.resource = resources.getOrDefault(event.int64(3), Resource.empty());
    span.status = StatusData.create(status(event.int32(4)), event.string(9));
    span.name = event.string(8);
    span.attributes = attributes(event, SpanSchemas.END, "span", 0);
  }

  private static StatusCode status(int status) {
    return status == 0 ? StatusCode.UNSET : status < 0 ? StatusCode.ERROR : StatusCode.OK;
  }

  private void attribute(EventCursor event) {
    Owner owner = new Owner(event.int64(0), event.string(3), event.int32(1));
    Key key = new Key(event.string(4), AttributeType.valueOf(event.string(5)));
    pendingParts
        .computeIfAbsent(owner, o -> new LinkedHashMap<>())
        .computeIfAbsent(key, k -> new Parts())
        .add(event.int32(2), event.string(6));
  }

  private Attributes attributes(EventCursor event, EventSchema type, String kind, int index)
      throws IOException {
    AttributesBuilder all = Attributes.builder();
    List<Field> fields = event.schema().fields();
    for (int k = type.fields().size(); k < fields.size(); k++) {
      if (!AttributeFields.isReserved(fields.get(k).name())) {
        put(all, fields.get(k), event, k);
      }
    }
    Map<Key, Parts> more = pendingParts.remove(new Owner(event.int64(0), kind, index));
    if (more != null) {
      for (var entry : more.entrySet()) {
        Key key = entry.getKey();
        if (entry.getValue().isComplete()) {
          AttributeText.put(all, key.key(), key.type(), entry.getValue().text.toString());
        }
      }
    }
    return all.build();
  }

  private static void put(AttributesBuilder into, Field field, EventCursor event, int k)
      throws IOException {
    String key = field.name();
    switch (field.type()) {
      case INT32 -> into.put(AttributeKey.booleanKey(key), event.int32(k) != 0);
      case INT64 -> into.put(AttributeKey.longKey(key), event.int64(k));
      case FLOAT32, FLOAT64 -> into.put(AttributeKey.doubleKey(key), event.float64(k));
      case STRING -> putText(into, key, event.string(k));
    }
  }

  private static void putText(AttributesBuilder into, String name, String text) throws IOException {
    for (var suffix : AttributeFields.SUFFIXES.entrySet()) {
      if (name.endsWith(suffix.getValue())) {
        String key = name.substring(0, name.length() - suffix.getValue().length());
        AttributeText.put(into, key, suffix.getKey(), text);
        return;
      }
    }
    into.put(AttributeKey.stringKey(name), text);
  }

  List<LoggedSpan> spans() {
    return spans.values().stream().map(Open::done).toList();
  }
}
