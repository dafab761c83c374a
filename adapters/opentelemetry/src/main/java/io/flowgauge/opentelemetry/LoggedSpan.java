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
 * A span as a log holds it. Immutable and thread-safe.
 *
 * @param context its ids, flags and state
 * @param parentSpanId id of its parent, all zero if it has none
 * @param name its name, as it was last
 * @param kind its kind
 * @param scope what made it
 * @param resource where it was made; empty while it is open
 * @param startEpochNanos when it began, in nanoseconds since 1970-01-01T00:00:00Z; of an open span,
 *     when that was logged
 * @param endEpochNanos when it ended, or empty while it is open
 * @param status its status
 * @param attributes its attributes, of which composed values came back as texts
 * @param events its events
 * @param links its links
 */
@SuppressWarnings("exports") // Whoever has spans requires the SDK anyhow.
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
   * @param scope what made it
   * @param resource where it was made
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
   * Reads all spans of a log; other events are passed over.
   *
   * @param log a cursor before the first event
   * @return the spans in the order in which they began, open ones among them
   * @throws IOException if the log cannot be read, or an attribute is none
   */
  public static List<LoggedSpan> read(EventCursor log) throws IOException {
    SpanIntake intake = new SpanIntake();
    while (log.next()) {
      intake.take(log);
    }
    return intake.spans();
  }
}
