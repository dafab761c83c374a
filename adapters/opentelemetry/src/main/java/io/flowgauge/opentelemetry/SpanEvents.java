package io.flowgauge.opentelemetry;

import io.flowgauge.events.LooseEvent;
import io.flowgauge.events.LooseEvents;
import io.flowgauge.log.write.EventLog;
import io.opentelemetry.api.trace.SpanContext;
import io.opentelemetry.api.trace.SpanKind;
import io.opentelemetry.api.trace.TraceState;
import io.opentelemetry.sdk.common.InstrumentationScopeInfo;
import io.opentelemetry.sdk.resources.Resource;
import io.opentelemetry.sdk.trace.data.EventData;
import io.opentelemetry.sdk.trace.data.LinkData;
import io.opentelemetry.sdk.trace.data.SpanData;
import io.opentelemetry.sdk.trace.data.StatusData;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** Logs the events of spans. Thread-safe. */
final class SpanEvents {
  private interface Start {
    void log(
        long id,
        long parent,
        int flags,
        String trace,
        String name,
        String kind,
        String state,
        String scope,
        String version,
        String schema);
  }

  private static final int MAX_NAME = 12_000;
  private static final VarHandle LONGS =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.BIG_ENDIAN);

  private final EventLog log;
  private final Start start;
  private final LooseEvents.Kind event;
  private final LooseEvents.Kind link;
  private final LooseEvents.Kind resource;
  private final LooseEvents.Kind end;
  private final AttributeFields attributes;
  private final Map<Resource, Long> resources = new ConcurrentHashMap<>();

  /**
   * The resource of the last span, or null. Cached because most spans have the same one, and
   * computing its hash takes long.
   */
  private volatile Numbered latest;

  private record Numbered(Resource resource, long number) {}

  SpanEvents(EventLog log) {
    this.log = log;
    start = log.declare(SpanSchemas.START).as(MethodHandles.lookup(), Start.class);
    LooseEvents events = new LooseEvents(log);
    event = events.kind(SpanSchemas.EVENT);
    link = events.kind(SpanSchemas.LINK);
    resource = events.kind(SpanSchemas.RESOURCE);
    end = events.kind(SpanSchemas.END);
    attributes = new AttributeFields(log.declare(SpanSchemas.ATTRIBUTE));
  }

  /** Returns the id of a span as a number; 0 if it is not valid. */
  static long id(SpanContext context) {
    return context.isValid() ? (long) LONGS.get(context.getSpanIdBytes(), 0) : 0;
  }

  void start(
      SpanContext context,
      SpanContext parent,
      String name,
      SpanKind kind,
      InstrumentationScopeInfo scope) {
    start.log(
        id(context),
        id(parent),
        context.getTraceFlags().asByte(),
        context.getTraceId(),
        cut(name),
        kind.name(),
        text(context.getTraceState()),
        scope.getName(),
        scope.getVersion(),
        scope.getSchemaUrl());
  }

  /**
   * Shortens a name. Without this, the log would drop an event that is too long, and lose the span.
   */
  private static String cut(String name) {
    return name.substring(0, AttributeFields.end(name, 0, MAX_NAME));
  }

  private static String text(TraceState state) {
    if (state.isEmpty()) {
      return "";
    }
    List<String> entries = new ArrayList<>();
    state.forEach((key, value) -> entries.add(key + "=" + value));
    return String.join(",", entries);
  }

  void end(SpanData span) {
    if (!end.isEnabled()) {
      return;
    }
    long id = id(span.getSpanContext());
    int index = 0;
    for (EventData data : span.getEvents()) {
      event(id, index++, data);
    }
    index = 0;
    for (LinkData data : span.getLinks()) {
      link(id, index++, data);
    }
    StatusData status = span.getStatus();
    LooseEvent ending =
        end.begin(
            id,
            span.getStartEpochNanos(),
            span.getEndEpochNanos(),
            number(span.getResource()),
            status(status),
            span.getTotalAttributeCount(),
            span.getTotalRecordedEvents(),
            span.getTotalRecordedLinks(),
            span.getName(),
            status.getDescription());
    attributes.put(span.getAttributes(), ending, id, "span", 0);
    ending.log();
  }

  private static int status(StatusData status) {
    return switch (status.getStatusCode()) {
      case UNSET -> 0;
      case OK -> 1;
      case ERROR -> -1;
    };
  }

  private void event(long id, int index, EventData data) {
    LooseEvent into =
        event.begin(id, index, data.getEpochNanos(), data.getTotalAttributeCount(), data.getName());
    attributes.put(data.getAttributes(), into, id, "event", index);
    into.log();
  }

  private void link(long id, int index, LinkData data) {
    SpanContext to = data.getSpanContext();
    LooseEvent into =
        link.begin(
            id,
            index,
            id(to),
            (int) to.getTraceFlags().asByte(),
            data.getTotalAttributeCount(),
            to.getTraceId(),
            text(to.getTraceState()));
    attributes.put(data.getAttributes(), into, id, "link", index);
    into.log();
  }

  /** Returns the number of a resource, which is logged when it is first used. */
  private long number(Resource of) {
    Numbered known = latest;
    if (known == null || known.resource != of) {
      known = new Numbered(of, resources.computeIfAbsent(of, this::describe));
      latest = known;
    }
    return known.number;
  }

  private long describe(Resource of) {
    long id = log.newLifeline();
    String schema = of.getSchemaUrl();
    LooseEvent into = resource.begin(id, schema == null ? "" : schema);
    attributes.put(of.getAttributes(), into, id, "resource", 0);
    into.log();
    return id;
  }
}
