package io.flowgauge.opentelemetry;

import static org.assertj.core.api.Assertions.assertThat;

import io.flowgauge.log.LogEvent;
import io.flowgauge.log.read.LogReader;
import io.flowgauge.log.write.DeclaredEvent;
import io.flowgauge.log.write.EventLog;
import io.flowgauge.log.write.LogCounts;
import io.opentelemetry.api.common.AttributeKey;
import io.opentelemetry.api.common.Attributes;
import io.opentelemetry.api.common.AttributesBuilder;
import io.opentelemetry.api.common.Value;
import io.opentelemetry.api.trace.Span;
import io.opentelemetry.api.trace.SpanContext;
import io.opentelemetry.api.trace.SpanKind;
import io.opentelemetry.api.trace.StatusCode;
import io.opentelemetry.api.trace.TraceFlags;
import io.opentelemetry.api.trace.TraceState;
import io.opentelemetry.api.trace.Tracer;
import io.opentelemetry.context.Context;
import io.opentelemetry.sdk.resources.Resource;
import io.opentelemetry.sdk.trace.SdkTracerProvider;
import io.opentelemetry.sdk.trace.SpanProcessor;
import io.opentelemetry.sdk.trace.data.SpanData;
import io.opentelemetry.sdk.trace.export.SimpleSpanProcessor;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SpansTest {
  private static final int THREADS = 4;
  private static final int SPANS = 3000;

  @TempDir private Path folder;
  private Path file;

  @BeforeEach
  void chooseFile() {
    file = folder.resolve("spans.nlb");
  }

  private static SdkTracerProvider provider(SpanProcessor processor) {
    return SdkTracerProvider.builder()
        .setResource(Resource.create(Attributes.of(AttributeKey.stringKey("service.name"), "s")))
        .addSpanProcessor(processor)
        .build();
  }

  private static List<LoggedSpan> read(Path file) throws IOException {
    try (LogReader log = LogReader.open(file)) {
      return LoggedSpan.read(log.cursor());
    }
  }

  /** Returns attributes of every type that is read back unchanged. */
  private static Attributes everyType() {
    return Attributes.builder()
        .put("text", "a \"b\"\n=é😀")
        .put("empty", "")
        .put("flag", true)
        .put("no", false)
        .put("long", Long.MIN_VALUE)
        .put("double", -0.1)
        .put("nan", Double.NaN)
        .put("texts", "a", "", "[\"", "é")
        .put("flags", true, false)
        .put("longs", 1, -2, Long.MAX_VALUE)
        .put("doubles", 1.5, Double.NEGATIVE_INFINITY, Double.MIN_VALUE)
        .put(AttributeKey.longArrayKey("none"), List.of())
        .put("key with blanks=", "v")
        .put("like[long]", "no array")
        .put("id", "taken")
        .put("cut", true)
        .put("more", 7)
        .put("x".repeat(300), 5L)
        .put("long text", "0123456789".repeat(10_000))
        .put("whole", "w".repeat(50_000))
        .build();
  }

  @Test
  void end_everyAttributeType_isReadBack() throws IOException {
    SpanContext other =
        SpanContext.create(
            "0af7651916cd43dd8448eb211c80319c",
            "b7ad6b7169203331",
            TraceFlags.getSampled(),
            TraceState.builder().put("b", "2").put("a", "1").build());
    List<SpanData> ended = new ArrayList<>();
    try (EventLog log = EventLog.open(file);
        SdkTracerProvider provider =
            provider(SpanProcessor.composite(new EventLogSpanProcessor(log), new Keeper(ended)))) {
      Tracer tracer = provider.tracerBuilder("scope").setInstrumentationVersion("1").build();
      Span parent = tracer.spanBuilder("GET /a b").setSpanKind(SpanKind.SERVER).startSpan();
      Span span =
          tracer
              .spanBuilder("first name")
              .setParent(Context.root().with(parent))
              .addLink(other, everyType())
              .addLink(SpanContext.getInvalid())
              .setStartTimestamp(17, TimeUnit.NANOSECONDS)
              .startSpan();
      span.setAllAttributes(everyType());
      span.addEvent("event", everyType(), 18, TimeUnit.NANOSECONDS);
      span.addEvent("second");
      span.recordException(new IllegalStateException("broken"));
      span.setStatus(StatusCode.ERROR, "it broke");
      span.updateName("last name");
      span.end(99, TimeUnit.NANOSECONDS);
      parent.setStatus(StatusCode.OK).end();
    }
    List<LoggedSpan> spans = read(file);
    assertThat(spans).hasSize(2);
    for (LoggedSpan span : spans) {
      SpanData data =
          ended.stream()
              .filter(d -> d.getSpanContext().equals(span.context()))
              .findFirst()
              .orElseThrow();
      assertSame(span, data);
    }
    assertThat(spans.get(1).context().getTraceId()).isEqualTo(spans.get(0).context().getTraceId());
    assertThat(spans.get(1).parentSpanId()).isEqualTo(spans.get(0).context().getSpanId());
  }

  private static void assertSame(LoggedSpan span, SpanData data) {
    assertThat(span.name()).isEqualTo(data.getName());
    assertThat(span.parentSpanId()).isEqualTo(data.getParentSpanId());
    assertThat(span.kind()).isEqualTo(data.getKind());
    assertThat(span.scope()).isEqualTo(data.getInstrumentationScopeInfo());
    assertThat(span.resource()).isEqualTo(data.getResource());
    assertThat(span.startEpochNanos()).isEqualTo(data.getStartEpochNanos());
    assertThat(span.endEpochNanos()).hasValue(data.getEndEpochNanos());
    assertThat(span.status()).isEqualTo(data.getStatus());
    assertThat(span.attributes().asMap()).isEqualTo(data.getAttributes().asMap());
    assertThat(span.links()).hasSameSizeAs(data.getLinks());
    for (int k = 0; k < span.links().size(); k++) {
      assertThat(span.links().get(k).getSpanContext())
          .isEqualTo(data.getLinks().get(k).getSpanContext());
      assertThat(span.links().get(k).getAttributes().asMap())
          .isEqualTo(data.getLinks().get(k).getAttributes().asMap());
    }
    assertThat(span.events()).hasSameSizeAs(data.getEvents());
    for (int k = 0; k < span.events().size(); k++) {
      assertThat(span.events().get(k).getName()).isEqualTo(data.getEvents().get(k).getName());
      assertThat(span.events().get(k).getEpochNanos())
          .isEqualTo(data.getEvents().get(k).getEpochNanos());
      assertThat(span.events().get(k).getAttributes().asMap())
          .isEqualTo(data.getEvents().get(k).getAttributes().asMap());
    }
  }

  @Test
  void end_composedValue_comesBackAsText() throws IOException {
    AttributeKey<Value<?>> key = AttributeKey.valueKey("composed");
    Value<?> value = Value.of(Value.of(1), Value.of("a"), Value.of(new byte[] {1}));
    try (EventLog log = EventLog.open(file);
        SdkTracerProvider provider = provider(new EventLogSpanProcessor(log))) {
      provider.get("t").spanBuilder("s").startSpan().setAttribute(key, value).end();
    }
    assertThat(read(file).get(0).attributes())
        .isEqualTo(Attributes.of(AttributeKey.stringKey("composed"), value.asString()));
  }

  @Test
  void start_openSpan_isInTheLogAtOnce() throws Exception {
    try (EventLog log = EventLog.open(file);
        SdkTracerProvider provider = provider(new EventLogSpanProcessor(log))) {
      Span span = provider.get("t").spanBuilder("open").startSpan();
      assertThat(provider.forceFlush().join(10, TimeUnit.SECONDS).isSuccess()).isTrue();
      LoggedSpan read = read(file).get(0);
      assertThat(read.name()).isEqualTo("open");
      assertThat(read.endEpochNanos()).isEmpty();
      span.end();
    }
    try (LogReader log = LogReader.open(file)) {
      List<LogEvent> events = log.events().toList();
      assertThat(events).extracting(LogEvent::name).contains("span.start", "span.end");
      assertThat(events.stream().filter(e -> e.name().matches("span.(start|end)")))
          .extracting(LogEvent::lifeline)
          .containsOnly(events.get(0).lifeline());
    }
  }

  /**
   * As when the log had no room for some parts: the rest would be a different text, or no valid
   * array.
   */
  @Test
  void read_partsOfAttributesMissing_leavesTheseOut() throws IOException {
    String full = "x".repeat(16_000);
    long id = 7;
    try (EventLog log = EventLog.open(file)) {
      DeclaredEvent part = log.declare(SpanSchemas.ATTRIBUTE);
      log.declare(SpanSchemas.START)
          .log(id, 0L, 1, "0".repeat(31) + "1", "name", "INTERNAL", "", "s", "", "");
      part.log(id, 0, 0, "span", "hole", "STRING", full);
      part.log(id, 0, 2, "span", "hole", "STRING", "end");
      part.log(id, 0, 0, "span", "no.end", "STRING_ARRAY", "[\"" + full.substring(2));
      part.log(id, 0, 1, "span", "no.start", "STRING", "end");
      part.log(id, 0, 0, "span", "whole", "STRING", full);
      part.log(id, 0, 1, "span", "whole", "STRING", "");
      log.declare(SpanSchemas.END).log(id, 1L, 2L, 0L, 0, 4, 0, 0, "name", "");
    }

    Attributes attributes = read(file).get(0).attributes();
    assertThat(attributes).isEqualTo(Attributes.of(AttributeKey.stringKey("whole"), full));
  }

  @Test
  void end_textsOfWholeParts_areReadBack() throws IOException {
    Attributes given =
        Attributes.of(
            AttributeKey.stringKey("one"),
            "x".repeat(16_000),
            AttributeKey.stringKey("pairs"),
            "x" + "\uD83D\uDE00".repeat(16_000));
    try (EventLog log = EventLog.open(file)) {
      try (SdkTracerProvider tracing = provider(new EventLogSpanProcessor(log))) {
        tracing.get("t").spanBuilder("s").setAllAttributes(given).startSpan().end();
      }
    }
    assertThat(read(file).get(0).attributes()).isEqualTo(given);
  }

  /** As for spans named after SQL statements. */
  @Test
  void end_nameTooLongForAnEvent_isCut() throws IOException {
    try (EventLog log = EventLog.open(file)) {
      try (SdkTracerProvider tracing = provider(new EventLogSpanProcessor(log))) {
        tracing.get("t").spanBuilder("x" + "\uD83D\uDE00".repeat(50_000)).startSpan().end();
      }
    }
    assertThat(read(file)).hasSize(1);
    assertThat(read(file).get(0).name()).isEqualTo("x" + "\uD83D\uDE00".repeat(5_999));
  }

  @Test
  void export_endedSpan_isReadBack() throws IOException {
    List<SpanData> ended = new ArrayList<>();
    try (EventLog log = EventLog.open(file);
        SdkTracerProvider provider =
            provider(
                SpanProcessor.composite(
                    SimpleSpanProcessor.create(new EventLogSpanExporter(log)),
                    new Keeper(ended)))) {
      provider.get("t").spanBuilder("s").setAttribute("k", 1).startSpan().end();
    }
    assertSame(read(file).get(0), ended.get(0));
  }

  /**
   * Threads that start before the log has made rings for them share rings, and then the log may
   * drop events; small rings may also fill.
   */
  @ParameterizedTest
  @ValueSource(ints = {1 << 17, 1 << 20})
  void end_manyThreads_losesOnlyWhatTheLogDropped(int ring) throws Exception {
    EventLog log = EventLog.to(file).buffer(ring).open();
    try (SdkTracerProvider provider = provider(new EventLogSpanProcessor(log))) {
      Tracer tracer = provider.get("t");
      List<Thread> threads =
          IntStream.range(0, THREADS).mapToObj(t -> new Thread(() -> work(tracer, t))).toList();
      threads.forEach(Thread::start);
      for (Thread thread : threads) {
        thread.join();
      }
    }
    log.close();
    LogCounts counts = log.counts();
    int all = THREADS * SPANS;
    assertThat(counts.written() + counts.dropped()).isEqualTo(2 * all + 1); // One is the resource.
    List<LoggedSpan> whole =
        read(file).stream().filter(span -> span.endEpochNanos().isPresent()).toList();
    assertThat(all - whole.size()).isBetween(0, (int) counts.dropped());
    assertThat(whole).allMatch(span -> span.attributes().size() == 2);
    for (long t = 0; t < THREADS; t++) {
      AttributeKey<Long> thread = AttributeKey.longKey("thread");
      long number = t;
      assertThat(whole.stream().filter(span -> span.attributes().get(thread) == number))
          .extracting(span -> span.attributes().get(AttributeKey.longKey("k")))
          .doesNotHaveDuplicates()
          .isSorted();
    }
  }

  private static void work(Tracer tracer, int thread) {
    for (int k = 0; k < SPANS; k++) {
      Span span = tracer.spanBuilder("work").startSpan();
      span.setAttribute("thread", thread).setAttribute("k", k).end();
    }
  }

  @Property(tries = 100)
  void end_anyAttributes_areReadBack(@ForAll long seed) throws IOException {
    Path scratch = Files.createTempFile("spans", ".nlb");
    Files.delete(scratch);
    Attributes all = random(new Random(seed));
    try {
      try (EventLog log = EventLog.open(scratch);
          SdkTracerProvider provider = provider(new EventLogSpanProcessor(log))) {
        provider.get("t").spanBuilder("s").startSpan().setAllAttributes(all).end();
      }
      assertThat(read(scratch).get(0).attributes()).isEqualTo(all);
    } finally {
      Files.deleteIfExists(scratch);
    }
  }

  private static Attributes random(Random random) {
    AttributesBuilder all = Attributes.builder();
    String[] keys = {"a", "b.c", "time", "é", "a[long]", "a b", "\"", "x]", "status"};
    for (int n = random.nextInt(12); n > 0; n--) {
      String key = keys[random.nextInt(keys.length)];
      double number = Double.longBitsToDouble(random.nextLong());
      double known = Double.isNaN(number) ? Double.NaN : number;
      switch (random.nextInt(6)) {
        case 0 -> all.put(key, random.nextLong());
        case 1 -> all.put(key, known);
        case 2 -> all.put(key, random.nextBoolean());
        case 3 -> all.put(key, "t".repeat(random.nextInt(20_000)));
        case 4 -> all.put(key, random.nextLong(), random.nextLong());
        default -> all.put(key, keys);
      }
    }
    return all.build();
  }

  /** A processor that keeps the data of ended spans. */
  private static final class Keeper implements SpanProcessor {
    private final List<SpanData> ended;

    Keeper(List<SpanData> ended) {
      this.ended = ended;
    }

    @Override
    public void onStart(Context parent, io.opentelemetry.sdk.trace.ReadWriteSpan span) {}

    @Override
    public boolean isStartRequired() {
      return false;
    }

    @Override
    public void onEnd(io.opentelemetry.sdk.trace.ReadableSpan span) {
      ended.add(span.toSpanData());
    }

    @Override
    public boolean isEndRequired() {
      return true;
    }
  }
}
