package io.flowgauge.benchmarks.eventlog;

import io.flowgauge.log.write.EventLog;
import io.flowgauge.opentelemetry.EventLogSpanProcessor;
import io.opentelemetry.api.trace.Tracer;
import io.opentelemetry.context.Context;
import io.opentelemetry.exporter.internal.otlp.traces.TraceRequestMarshaler;
import io.opentelemetry.sdk.common.CompletableResultCode;
import io.opentelemetry.sdk.trace.ReadWriteSpan;
import io.opentelemetry.sdk.trace.ReadableSpan;
import io.opentelemetry.sdk.trace.SdkTracerProvider;
import io.opentelemetry.sdk.trace.SpanProcessor;
import io.opentelemetry.sdk.trace.data.SpanData;
import io.opentelemetry.sdk.trace.export.SimpleSpanProcessor;
import io.opentelemetry.sdk.trace.export.SpanExporter;
import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collection;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;

/** Spans with two attributes; subclasses say where they go. */
public abstract class Spans {
  private SdkTracerProvider provider;
  private Tracer tracer;

  Spans() {}

  void openWith(SdkTracerProvider made) {
    provider = made;
    tracer = made.get("benchmark");
  }

  void span(int n) {
    tracer
        .spanBuilder(TestEvent.NAME)
        .startSpan()
        .setAttribute("MY_INT", n)
        .setAttribute("MY_FLOAT", n / 2.0)
        .end();
  }

  void closeProvider() {
    provider.close();
  }

  /** Spans that go nowhere: what the SDK alone costs. */
  @State(Scope.Benchmark)
  public static class Unprocessed extends Spans {
    /** Called by JMH. */
    public Unprocessed() {}

    @Setup(Level.Trial)
    public void open() {
      openWith(SdkTracerProvider.builder().addSpanProcessor(new Ignoring()).build());
    }

    @TearDown(Level.Trial)
    public void close() {
      closeProvider();
    }
  }

  /** Makes the SDK record spans, and does nothing with them. */
  private static final class Ignoring implements SpanProcessor {
    @Override
    public void onStart(Context parent, ReadWriteSpan span) {}

    @Override
    public boolean isStartRequired() {
      return true;
    }

    @Override
    public void onEnd(ReadableSpan span) {}

    @Override
    public boolean isEndRequired() {
      return true;
    }
  }

  /** Spans that go into the event log. */
  @State(Scope.Benchmark)
  public static class Bridged extends Spans {
    private static final int BUFFER = 1 << 24;

    private Path file;
    private EventLog log;

    /** Called by JMH. */
    public Bridged() {}

    @Setup(Level.Trial)
    public void open() throws IOException {
      file = Arrivals.file("spans");
      log = EventLog.to(file).buffer(BUFFER).open();
      SpanProcessor processor = new EventLogSpanProcessor(log);
      openWith(SdkTracerProvider.builder().addSpanProcessor(processor).build());
    }

    @TearDown(Level.Trial)
    public void close() throws IOException {
      closeProvider();
      log.close();
      BridgedLog.report("spans into the event log", "span.end", file);
    }
  }

  /** Spans that go into a file as OTLP, each when it ends: batching would drop most. */
  @State(Scope.Benchmark)
  public static class OtlpFile extends Spans {
    private Path file;
    private OtlpExporter exporter;

    /** Called by JMH. */
    public OtlpFile() {}

    @Setup(Level.Trial)
    public void open() throws IOException {
      file = Arrivals.file("otlp");
      exporter = new OtlpExporter(file);
      SpanProcessor processor = SimpleSpanProcessor.create(exporter);
      openWith(SdkTracerProvider.builder().addSpanProcessor(processor).build());
    }

    @TearDown(Level.Trial)
    public void close() throws IOException {
      closeProvider();
      Arrivals.report("spans as OTLP", file, exporter.spans, 0);
    }
  }

  /** Writes what OpenTelemetry would send over the network to a file. */
  private static final class OtlpExporter implements SpanExporter {
    private final OutputStream out;
    private long spans;

    OtlpExporter(Path file) throws IOException {
      out = new BufferedOutputStream(Files.newOutputStream(file), 1 << 17);
    }

    @Override
    public CompletableResultCode export(Collection<SpanData> ended) {
      try {
        TraceRequestMarshaler.create(ended).writeBinaryTo(out);
        spans += ended.size();
        return CompletableResultCode.ofSuccess();
      } catch (IOException e) {
        return CompletableResultCode.ofFailure();
      }
    }

    @Override
    public CompletableResultCode flush() {
      return CompletableResultCode.ofSuccess();
    }

    @Override
    public CompletableResultCode shutdown() {
      try {
        out.close();
        return CompletableResultCode.ofSuccess();
      } catch (IOException e) {
        return CompletableResultCode.ofFailure();
      }
    }
  }
}
