package io.flowgauge.receivers.otlp;

import static java.util.concurrent.TimeUnit.NANOSECONDS;
import static java.util.concurrent.TimeUnit.SECONDS;

import io.opentelemetry.api.common.Attributes;
import io.opentelemetry.api.trace.Span;
import io.opentelemetry.api.trace.StatusCode;
import io.opentelemetry.api.trace.Tracer;
import io.opentelemetry.context.Context;
import io.opentelemetry.sdk.resources.Resource;
import io.opentelemetry.sdk.trace.SdkTracerProvider;
import io.opentelemetry.sdk.trace.SpanProcessor;
import java.util.function.Supplier;

/** Simulated runs of an engine that sends each span when it ends. */
final class Engine {
  static final long BEGIN = 1_760_000_000_123_456_789L;

  private Engine() {}

  private static SdkTracerProvider on(String host, SpanProcessor processor) {
    Resource resource = Resource.create(Attributes.builder().put("host.name", host).build());
    return SdkTracerProvider.builder().setResource(resource).addSpanProcessor(processor).build();
  }

  private static Span begin(Tracer tracer, Span parent, String name, long at, Span... after) {
    var builder =
        tracer
            .spanBuilder(name)
            .setParent(parent == null ? Context.root() : Context.root().with(parent))
            .setStartTimestamp(BEGIN + at, NANOSECONDS);
    for (Span earlier : after) {
      builder.addLink(earlier.getSpanContext());
    }
    return builder.startSpan();
  }

  private static void end(Span span, long at) {
    span.end(BEGIN + at, NANOSECONDS);
  }

  /** Runs a split, some parts on two hosts, one of which fails, and a merge; with phases. */
  static void run(Supplier<SpanProcessor> processors, int parts, Runnable beforeEnd) {
    SdkTracerProvider one = on("node1", processors.get());
    SdkTracerProvider two = on("node2", processors.get());
    try (one;
        two) {
      Tracer first = one.get("engine", "1.0");
      Span run = begin(first, null, "nightly", 0);
      Span split = begin(first, run, "split", 10);
      end(begin(first, split, "stage-in", 11), 15);
      end(split, 20);
      Span[] counts = new Span[parts];
      for (int k = 0; k < parts; k++) {
        counts[k] = count((k % 2 == 0 ? one : two).get("engine"), run, split, k);
      }
      Span merge = begin(first, run, "merge", 900, counts);
      end(merge, 960);
      one.forceFlush().join(10, SECONDS);
      two.forceFlush().join(10, SECONDS);
      beforeEnd.run();
      end(run, 970);
      one.forceFlush().join(10, SECONDS); // Closing either provider closes their common exporter.
    }
  }

  private static Span count(Tracer tracer, Span run, Span split, int k) {
    Span count = begin(tracer, run, "count " + k, 21 + k, split);
    count.setAttribute("cpus", k);
    count.addEvent("submitted", BEGIN + 22 + k, NANOSECONDS);
    count.addEvent("queued", BEGIN + 23 + k, NANOSECONDS);
    count.addEvent("active", BEGIN + 25 + 2L * k, NANOSECONDS);
    if (k == 1) {
      count.recordException(new IllegalStateException("out of \"memory\""));
      count.setStatus(StatusCode.ERROR, "killed");
    }
    end(count, 40 + 3L * k);
    return count;
  }
}
