package io.flowgauge.receivers.otlp;

import io.opentelemetry.sdk.common.CompletableResultCode;
import io.opentelemetry.sdk.trace.data.SpanData;
import io.opentelemetry.sdk.trace.export.SimpleSpanProcessor;
import io.opentelemetry.sdk.trace.export.SpanExporter;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;

/** An exporter that keeps ended spans. */
final class KeptSpans implements SpanExporter {
  private final List<SpanData> spans = new ArrayList<>();

  /** Returns the spans of a run, in the order of their ends. */
  static List<SpanData> of(int parts) {
    KeptSpans kept = new KeptSpans();
    Engine.run(() -> SimpleSpanProcessor.create(kept), parts, () -> {});
    return kept.spans;
  }

  @Override
  public CompletableResultCode export(Collection<SpanData> ended) {
    spans.addAll(ended);
    return CompletableResultCode.ofSuccess();
  }

  @Override
  public CompletableResultCode flush() {
    return CompletableResultCode.ofSuccess();
  }

  @Override
  public CompletableResultCode shutdown() {
    return CompletableResultCode.ofSuccess();
  }
}
