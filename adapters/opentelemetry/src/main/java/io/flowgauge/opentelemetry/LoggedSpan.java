package io.flowgauge.opentelemetry;

import io.flowgauge.log.read.EventCursor;
import io.opentelemetry.api.common.Attributes;
import io.opentelemetry.api.trace.SpanContext;
import io.opentelemetry.api.trace.SpanKind;
import io.opentelemetry.sdk.common.InstrumentationScopeInfo;
import io.opentelemetry.sdk.resources.Resource;
import io.opentelemetry.sdk.trace.data.EventData;
import io.opentelemetry.sdk.trace.data.LinkData;
import io.opentelemetry.sdk.trace.data.StatusData;
import java.io.IOException;
import java.util.List;
import java.util.OptionalLong;

/**
 * A span read from a log. Immutable and thread-safe.
 *
 * @param context its ids, flags and state
 * @param parentSpanId id of its parent, all zero if it has none
 * @param name its name at the end
 * @param kind its kind
 * @param scope the instrumentation scope that made it
 * @param resource the resource that produced it; empty while it is open
 * @param startEpochNanos when it began, in nanoseconds since 1970-01-01T00:00:00Z; for an open
 *     span, when its beginning was logged
 * @param endEpochNanos when it ended, or empty while it is open
 * @param status its status
 * @param attributes its attributes, with composed values as texts
 * @param events its events
 * @param links its links
 */
@SuppressWarnings("exports") // Code that has spans requires the SDK anyway.
public record LoggedSpan(
    SpanContext context,
    String parentSpanId,
    String name,
    SpanKind kind,
    InstrumentationScopeInfo scope,
    Resource resource,
    long startEpochNanos,
    OptionalLong endEpochNanos,
    StatusData status,
    Attributes attributes,
    List<EventData> events,
    List<LinkData> links) {
  /**
   * Copies the lists.
   *
   * @param context its ids
   * @param parentSpanId id of its parent
   * @param name its name
   * @param kind its kind
   * @param scope the instrumentation scope that made it
   * @param resource the resource that produced it
   * @param startEpochNanos when it began
   * @param endEpochNanos when it ended
   * @param status its status
   * @param attributes its attributes
   * @param events its events
   * @param links its links
   */
  public LoggedSpan {
    events = List.copyOf(events);
    links = List.copyOf(links);
  }

  /**
   * Reads all spans of a log, skipping other events.
   *
   * @param log a cursor before the first event
   * @return the spans in the order in which they began, including open ones
   * @throws IOException if the log cannot be read, or an attribute is malformed
   */
  public static List<LoggedSpan> read(EventCursor log) throws IOException {
    SpanIntake intake = new SpanIntake();
    while (log.next()) {
      intake.take(log);
    }
    return intake.spans();
  }
}
