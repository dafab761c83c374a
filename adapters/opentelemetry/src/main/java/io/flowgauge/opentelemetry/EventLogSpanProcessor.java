package io.flowgauge.opentelemetry;

import io.flowgauge.log.write.EventLog;
import io.opentelemetry.context.Context;
import io.opentelemetry.sdk.common.CompletableResultCode;
import io.opentelemetry.sdk.trace.ReadWriteSpan;
import io.opentelemetry.sdk.trace.ReadableSpan;
import io.opentelemetry.sdk.trace.SpanProcessor;
import java.util.Objects;

/**
 * Sends each span to an event log when it begins and again when it ends, in the thread that begins
 * or ends it, without waiting:
 *
 * <pre>{@code
 * EventLog log = EventLog.open(Path.of("spans.nlb"));
 * SdkTracerProvider tracing =
 *     SdkTracerProvider.builder().addSpanProcessor(new EventLogSpanProcessor(log)).build();
 * }</pre>
 *
 * <p>No batching processor is needed: what the log cannot take is dropped and counted there. All
 * recorded spans are logged, whether sampled or not ({@code flags} says so). Shutting the processor
 * down flushes the log but leaves it open, because it belongs to the caller. The package
 * description lists the events of a span. Thread-safe.
 */
@SuppressWarnings("exports") // Code that sets up the SDK requires it anyway.
public final class EventLogSpanProcessor implements SpanProcessor {
  private final EventLog log;
  private final SpanEvents events;

  /**
   * Creates a processor.
   *
   * @param log an open log
   * @throws IllegalArgumentException if the log has no room for the types
   */
  public EventLogSpanProcessor(EventLog log) {
    this.log = Objects.requireNonNull(log, "log");
    events = new SpanEvents(log);
  }

  @Override
  public void onStart(Context parent, ReadWriteSpan span) {
    events.start(
        span.getSpanContext(),
        span.getParentSpanContext(),
        span.getName(),
        span.getKind(),
        span.getInstrumentationScopeInfo());
  }

  @Override
  public boolean isStartRequired() {
    return true;
  }

  @Override
  public void onEnd(ReadableSpan span) {
    events.end(span.toSpanData());
  }

  @Override
  public boolean isEndRequired() {
    return true;
  }

  @Override
  public CompletableResultCode shutdown() {
    return forceFlush();
  }

  @Override
  public CompletableResultCode forceFlush() {
    return Flushing.of(log);
  }

  @Override
  public String toString() {
    return "EventLogSpanProcessor[" + log + "]";
  }
}
