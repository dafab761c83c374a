package io.flowgauge.opentelemetry;

import io.flowgauge.log.write.EventLog;
import io.opentelemetry.sdk.common.CompletableResultCode;
import io.opentelemetry.sdk.trace.data.SpanData;
import io.opentelemetry.sdk.trace.export.SpanExporter;
import java.util.Collection;
import java.util.Objects;

/**
 * Sends spans to an event log after they have ended, for set-ups that need an exporter. Prefer
 * {@link EventLogSpanProcessor}, which needs no queue before the log and shows spans while they are
 * open. With the exporter, the events have the time of the export; {@code start} and {@code time}
 * of {@code span.end} hold the times of the span. Thread-safe.
 */
@SuppressWarnings("exports") // Code that sets up the SDK requires it anyway.
public final class EventLogSpanExporter implements SpanExporter {
  private final EventLog log;
  private final SpanEvents events;

  /**
   * Creates an exporter.
   *
   * @param log an open log
   * @throws IllegalArgumentException if the log has no room for the types
   */
  public EventLogSpanExporter(EventLog log) {
    this.log = Objects.requireNonNull(log, "log");
    events = new SpanEvents(log);
  }

  @Override
  public CompletableResultCode export(Collection<SpanData> spans) {
    for (SpanData span : spans) {
      events.start(
          span.getSpanContext(),
          span.getParentSpanContext(),
          span.getName(),
          span.getKind(),
          span.getInstrumentationScopeInfo());
      events.end(span);
    }
    return CompletableResultCode.ofSuccess();
  }

  @Override
  public CompletableResultCode flush() {
    return Flushing.of(log);
  }

  @Override
  public CompletableResultCode shutdown() {
    return flush();
  }

  @Override
  public String toString() {
    return "EventLogSpanExporter[" + log + "]";
  }
}
