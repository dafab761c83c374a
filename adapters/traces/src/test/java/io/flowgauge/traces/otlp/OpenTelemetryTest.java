package io.flowgauge.traces.otlp;

import static java.nio.charset.StandardCharsets.UTF_8;
import static java.util.concurrent.TimeUnit.NANOSECONDS;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.google.protobuf.util.JsonFormat;
import io.flowgauge.Flowgauge;
import io.flowgauge.run.ActivityExecution;
import io.flowgauge.run.EventType;
import io.flowgauge.run.Phase;
import io.flowgauge.run.WorkflowRun;
import io.flowgauge.traces.document.RandomRuns;
import io.flowgauge.traces.document.RunFacts;
import io.flowgauge.workflow.Dependency;
import io.opentelemetry.api.common.AttributeKey;
import io.opentelemetry.api.common.Attributes;
import io.opentelemetry.api.trace.Span;
import io.opentelemetry.api.trace.StatusCode;
import io.opentelemetry.api.trace.Tracer;
import io.opentelemetry.context.Context;
import io.opentelemetry.exporter.internal.otlp.traces.TraceRequestMarshaler;
import io.opentelemetry.proto.trace.v1.ResourceSpans;
import io.opentelemetry.proto.trace.v1.Span.SpanKind;
import io.opentelemetry.proto.trace.v1.TracesData;
import io.opentelemetry.sdk.common.CompletableResultCode;
import io.opentelemetry.sdk.resources.Resource;
import io.opentelemetry.sdk.trace.SdkTracerProvider;
import io.opentelemetry.sdk.trace.SpanProcessor;
import io.opentelemetry.sdk.trace.data.SpanData;
import io.opentelemetry.sdk.trace.export.SimpleSpanProcessor;
import io.opentelemetry.sdk.trace.export.SpanExporter;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Base64;
import java.util.Collection;
import java.util.HexFormat;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The reader on output of OpenTelemetry's own exporter, and the writer's files in OpenTelemetry's
 * own classes.
 */
class OpenTelemetryTest {
  private static final ObjectMapper MAPPER = new ObjectMapper();
  private static final Set<String> IDS = Set.of("traceId", "spanId", "parentSpanId");
  private static final long BEGIN = 1_760_000_000_123_456_789L;
  private static final int RUNS = 40;

  @TempDir private Path folder;

  /**
   * An exporter that keeps ended spans, for the marshaler used by all of OpenTelemetry's OTLP
   * exporters.
   */
  private static final class Kept implements SpanExporter {
    final List<SpanData> spans = new ArrayList<>();

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

  private static SdkTracerProvider provider(Kept into, String host) {
    SpanProcessor processor = SimpleSpanProcessor.create(into);
    Resource resource =
        Resource.create(
            Attributes.builder()
                .put("host.name", host)
                .put("service.name", "engine")
                .put("process.pid", 4711L)
                .build());
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

  /**
   * Returns the spans of a traced engine: a run on two hosts with a failure, a phase and span
   * events.
   */
  private static List<SpanData> traced() {
    Kept kept = new Kept();
    try (SdkTracerProvider one = provider(kept, "node1");
        SdkTracerProvider two = provider(kept, "node2")) {
      Tracer first = one.get("engine", "1.0");
      Tracer second = two.get("engine");
      Span run = begin(first, null, "nightly", 0);
      Span split = begin(first, run, "split", 10);
      split.setAttribute("cpus", 4L);
      split.setAttribute("ratio", 0.5);
      split.setAttribute("dry", true);
      split.setAttribute(AttributeKey.stringArrayKey("tags"), List.of("x", "é\"\n"));
      end(begin(first, split, "stage-in", 11), 15);
      end(split, 20);
      Span count = begin(second, run, "count", 21, split);
      count.addEvent("submitted", BEGIN + 22, NANOSECONDS);
      count.addEvent("queued", BEGIN + 23, NANOSECONDS);
      count.addEvent("active", BEGIN + 25, NANOSECONDS);
      count.recordException(new IllegalStateException("out of \"memory\""));
      count.setStatus(StatusCode.ERROR, "killed");
      end(count, 40);
      Span merge = begin(first, run, "merge", 41, split, count);
      merge.setStatus(StatusCode.OK);
      end(merge, 60);
      end(run, 61);
    }
    return kept.spans;
  }

  private WorkflowRun read(byte[] bytes) throws IOException {
    return Flowgauge.read(Files.write(folder.resolve("spans.json"), bytes));
  }

  private static List<String> events(WorkflowRun run, String id) {
    return run.execution(id).orElseThrow().graph().events().stream()
        .map(event -> event.type() + " " + (event.epochNanos() - BEGIN))
        .toList();
  }

  @Test
  void read_whatTheExporterWrites_hasEveryFact() throws IOException {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    TraceRequestMarshaler.create(traced()).writeJsonTo(out);
    WorkflowRun run = read(out.toByteArray());

    assertThat(run.name()).isEqualTo("nightly");
    assertThat(run.workflow().activities())
        .extracting(activity -> activity.id())
        .containsExactly("split", "count", "merge");
    assertThat(run.workflow().dependencies())
        .containsExactlyInAnyOrder(
            new Dependency("split", "count"),
            new Dependency("split", "merge"),
            new Dependency("count", "merge"));
    assertThat(events(run, "split")).containsExactly("ACTIVE 10", "COMPLETED 20");
    assertThat(events(run, "count"))
        .containsExactly("STARTED 21", "SUBMITTED 22", "PENDING 23", "ACTIVE 25", "FAILED 40");
    assertThat(events(run, "merge")).containsExactly("ACTIVE 41", "COMPLETED 60");
    ActivityExecution split = run.execution("split").orElseThrow();
    assertThat(split.phases()).containsExactly(new Phase("stage-in", BEGIN + 11, BEGIN + 15));
    assertThat(split.processor()).contains("node1");
    assertThat(split.activity().attributes())
        .containsEntry("cpus", "4")
        .containsEntry("ratio", "0.5")
        .containsEntry("dry", "true")
        .containsEntry("tags", "[x, é\"\n]")
        .containsEntry("service.name", "engine")
        .containsEntry("process.pid", "4711");
    ActivityExecution count = run.execution("count").orElseThrow();
    assertThat(count.processor()).contains("node2");
    assertThat(count.activity().attributes())
        .containsEntry("exception.message", "out of \"memory\"")
        .containsEntry("exception.type", "java.lang.IllegalStateException")
        .containsEntry("status.message", "killed");
  }

  /** Converts ids: OTLP writes them in hexadecimal, while Protocol Buffers' JSON uses base64. */
  private static void toBase64(JsonNode node) {
    node.forEach(OpenTelemetryTest::toBase64);
    if (node instanceof ObjectNode object) {
      for (String id : IDS) {
        if (object.has(id)) {
          byte[] bytes = HexFormat.of().parseHex(object.get(id).asText());
          object.put(id, Base64.getEncoder().encodeToString(bytes));
        }
      }
    }
  }

  /** Decodes the writer's output; refuses fields that the definitions do not have. */
  private static TracesData decoded(WorkflowRun run) throws IOException {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    new OtlpWriter().write(run, out);
    JsonNode tree = MAPPER.readTree(out.toByteArray());
    toBase64(tree);
    TracesData.Builder data = TracesData.newBuilder();
    JsonFormat.parser().merge(tree.toString(), data);
    return data.build();
  }

  @Test
  void write_anyRun_isWholeInTheOfficialClasses() throws IOException {
    for (long seed = 0; seed < RUNS; seed++) {
      WorkflowRun run = RandomRuns.after1970(seed);
      ByteArrayOutputStream own = new ByteArrayOutputStream();
      new OtlpWriter().write(run, own);
      String printed = JsonFormat.printer().print(decoded(run));

      assertThat(RunFacts.of(read(printed.getBytes(UTF_8))))
          .isEqualTo(RunFacts.of(read(own.toByteArray())));
    }
  }

  @Test
  void write_runOfTheExporter_hasItsFieldsInTheOfficialClasses() throws IOException {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    TraceRequestMarshaler.create(traced()).writeJsonTo(out);
    WorkflowRun run = read(out.toByteArray());

    TracesData data = decoded(run);

    var spans =
        data.getResourceSpansList().stream()
            .flatMap(resource -> resource.getScopeSpansList().stream())
            .flatMap(scope -> scope.getSpansList().stream())
            .toList();
    assertThat(spans).allMatch(span -> span.getKind() == SpanKind.SPAN_KIND_INTERNAL);
    assertThat(spans).allMatch(span -> span.getTraceId().size() == 16);
    assertThat(spans).allMatch(span -> span.getSpanId().size() == 8);
    assertThat(spans.stream().map(span -> span.getSpanId()).distinct()).hasSameSizeAs(spans);
    var count = spans.stream().filter(span -> span.getName().equals("count")).findAny();
    assertThat(count).isPresent();
    assertThat(count.get().getStartTimeUnixNano()).isEqualTo(BEGIN + 21);
    assertThat(count.get().getEndTimeUnixNano()).isEqualTo(BEGIN + 40);
    assertThat(count.get().getStatus().getCode())
        .isEqualTo(io.opentelemetry.proto.trace.v1.Status.StatusCode.STATUS_CODE_ERROR);
    assertThat(count.get().getLinksCount()).isEqualTo(1);
    assertThat(count.get().getLinks(0).getSpanId())
        .isEqualTo(
            spans.stream()
                .filter(span -> span.getName().equals("split"))
                .findAny()
                .orElseThrow()
                .getSpanId());
    assertThat(count.get().getEventsList())
        .extracting(event -> event.getName() + " " + (event.getTimeUnixNano() - BEGIN))
        .containsExactly(
            "flowgauge.started 21",
            "flowgauge.submitted 22",
            "flowgauge.pending 23",
            "flowgauge.active 25",
            "flowgauge.failed 40");
    assertThat(data.getResourceSpansList())
        .extracting(OpenTelemetryTest::host)
        .containsExactly("", "node1", "node2");
    assertThat(run.execution("count").orElseThrow().attempts().get(0).outcome())
        .contains(EventType.FAILED);
  }

  private static String host(ResourceSpans resource) {
    return resource.getResource().getAttributesList().stream()
        .filter(attribute -> attribute.getKey().equals("host.name"))
        .map(attribute -> attribute.getValue().getStringValue())
        .findAny()
        .orElse("");
  }
}
