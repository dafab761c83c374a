package io.flowgauge.receivers.otlp;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.flowgauge.Flowgauge;
import io.flowgauge.live.LiveMonitor;
import io.flowgauge.live.LiveRun;
import io.flowgauge.live.LiveView;
import io.flowgauge.live.Post;
import io.flowgauge.live.Reply;
import io.flowgauge.receivers.ReceiverServer;
import io.flowgauge.run.EventType;
import io.flowgauge.run.WorkflowRun;
import io.flowgauge.workflow.Dependency;
import io.opentelemetry.exporter.internal.otlp.traces.TraceRequestMarshaler;
import io.opentelemetry.exporter.otlp.http.trace.OtlpHttpSpanExporter;
import io.opentelemetry.proto.collector.trace.v1.ExportTraceServiceResponse;
import io.opentelemetry.sdk.trace.data.SpanData;
import io.opentelemetry.sdk.trace.export.BatchSpanProcessor;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Predicate;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class OtlpReceiverTest {
  private static final int PARTS = 8;
  private static final long A_WHILE = 1000;
  private static final long PATIENCE_NANOS = 20_000_000_000L;

  @TempDir private Path folder;

  private final OtlpReceiver receiver = new OtlpReceiver();

  private static LiveRun only(LiveMonitor monitor) {
    assertThat(monitor.runs()).hasSize(1);
    return monitor.runs().get(0);
  }

  /** Waits until the run is as expected, as files are not read continuously, and returns it. */
  private static WorkflowRun awaited(LiveRun run, Predicate<WorkflowRun> expected) {
    long end = System.nanoTime() + PATIENCE_NANOS;
    while (System.nanoTime() - end < 0) {
      assertThat(run.look()).isTrue();
      Optional<WorkflowRun> seen = seen(run).filter(expected);
      if (seen.isPresent()) {
        return seen.get();
      }
      Thread.onSpinWait();
    }
    throw new AssertionError("never as expected, but " + seen(run));
  }

  private static Optional<WorkflowRun> seen(LiveRun run) {
    try {
      return run.view().map(LiveView::run);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static Predicate<WorkflowRun> with(int activities) {
    return run -> run.workflow().activityCount() == activities;
  }

  @Test
  void receive_fromTheExporter_isARunThatIsOverWithItsOutermostSpan() throws IOException {
    try (LiveMonitor monitor = LiveMonitor.open();
        ReceiverServer server = ReceiverServer.serve(receiver, monitor);
        OtlpHttpSpanExporter exporter =
            OtlpHttpSpanExporter.builder()
                .setEndpoint(server.uri() + receiver.path())
                .setCompression("gzip")
                .build()) {
      Engine.run(
          () -> BatchSpanProcessor.builder(exporter).setMaxExportBatchSize(3).build(),
          PARTS,
          () -> {
            LiveRun run = only(monitor);
            awaited(run, with(PARTS + 2));
            assertThat(run.isFinished()).isFalse();
          });
      LiveRun run = only(monitor);
      WorkflowRun whole = awaited(run, WorkflowRun::isEnded);
      assertThat(run.isFinished()).isTrue();
      assertThat(run.name()).isEqualTo("nightly");
      assertThat(whole.startNanos()).hasValue(Engine.BEGIN);
      assertThat(whole.endNanos()).hasValue(Engine.BEGIN + 960);
      assertThat(whole.workflow().dependencies())
          .hasSize(2 * PARTS)
          .contains(new Dependency("split", "count 3"), new Dependency("count 3", "merge"));
      var failed = whole.execution("count 1").orElseThrow();
      assertThat(failed.processor()).contains("node2");
      assertThat(failed.graph().events())
          .extracting(event -> event.type() + " " + (event.epochNanos() - Engine.BEGIN))
          .containsExactly("STARTED 22", "SUBMITTED 23", "PENDING 24", "ACTIVE 27", "FAILED 43");
      assertThat(failed.attempts().get(0).outcome()).contains(EventType.FAILED);
      assertThat(failed.activity().attributes())
          .containsEntry("cpus", "1")
          .containsEntry("exception.message", "out of \"memory\"");
    }
  }

  private static byte[] json(List<SpanData> spans) throws IOException {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    TraceRequestMarshaler.create(spans).writeJsonTo(out);
    return out.toByteArray();
  }

  private static byte[] protobuf(List<SpanData> spans) throws IOException {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    TraceRequestMarshaler.create(spans).writeBinaryTo(out);
    return out.toByteArray();
  }

  /** Returns all facts of a run except diagnostics, as sorted text. */
  private static Set<String> facts(WorkflowRun run) {
    Set<String> facts = new TreeSet<>();
    for (var execution : run.executions()) {
      facts.add(execution.activity() + " " + execution.activity().attributes());
      facts.add(execution.activity().id() + " on " + execution.processor());
      execution.phases().forEach(phase -> facts.add(phase.toString()));
      execution.graph().events().forEach(event -> facts.add(event.toString()));
    }
    facts.add(run.name() + " from " + run.startNanos() + " to " + run.endNanos());
    run.workflow().dependencies().forEach(dependency -> facts.add(dependency.toString()));
    return facts;
  }

  /** Sends two runs in batches of both encodings; the seed decides disorder, repeats and loss. */
  private void sendAtRandom(long seed) throws IOException {
    Random random = new Random(seed);
    List<List<SpanData>> runs = List.of(KeptSpans.of(PARTS), KeptSpans.of(random.nextInt(PARTS)));
    List<List<SpanData>> kept = new ArrayList<>();
    List<SpanData> all = new ArrayList<>();
    for (List<SpanData> run : runs) {
      List<SpanData> some = new ArrayList<>(run);
      some.removeIf(span -> random.nextInt(20) == 0);
      kept.add(some);
      all.addAll(some);
    }
    Collections.shuffle(all, random);
    AtomicReference<Instant> now = new AtomicReference<>(Instant.now());
    try (LiveMonitor monitor = LiveMonitor.builder().clock(now::get).open()) {
      for (int at = 0; at < all.size(); ) {
        int end = Math.min(all.size(), at + 1 + random.nextInt(6));
        List<SpanData> batch = all.subList(at, end);
        boolean isJson = random.nextBoolean();
        Post post =
            isJson
                ? Post.of("application/json", json(batch))
                : Post.of("application/x-protobuf", protobuf(batch));
        assertThat(receiver.receive(post, monitor).status()).isEqualTo(200);
        at = random.nextInt(4) == 0 ? at : end; // Some replies are lost, and the batch comes again.
      }
      now.set(Instant.now().plusSeconds(A_WHILE));
      for (List<SpanData> run : kept) {
        if (!run.isEmpty()) {
          String id = run.get(0).getTraceId();
          Path file = Files.write(folder.resolve(id + ".json"), json(run));
          LiveRun live = monitor.run(id).orElseThrow();
          Set<String> facts = facts(Flowgauge.read(file));
          awaited(live, seen -> facts(seen).equals(facts));
        }
      }
    }
  }

  @Test
  void receive_inAnyOrderWithRepeatsAndLoss_isWhatAFileOfTheSpansGives() throws IOException {
    for (long seed = 0; seed < 20; seed++) {
      sendAtRandom(seed);
    }
  }

  /** Returns a post of two spans of the run {@code run 7}, and one of a run that is a trace. */
  private static Post ofTwoRuns() {
    String post =
        """
        {"resourceSpans": [
          {"resource": {"attributes": [
             {"key": "cicd.pipeline.run.id", "value": {"stringValue": "run 7"}}]},
           "scopeSpans": [{"spans": [
             {"traceId": "%s", "spanId": "%s", "name": "a", "startTimeUnixNano": "1", "endTimeUnixNano": "5"},
             {"traceId": "%s", "spanId": "%s", "name": "b", "startTimeUnixNano": "5", "endTimeUnixNano": "9"}]}]},
          {"scopeSpans": [{"spans": [
             {"traceId": "%s", "spanId": "%s", "name": "c", "startTimeUnixNano": 1, "endTimeUnixNano": 2}]}]}]}
        """
            .formatted(
                "1".repeat(32),
                "1".repeat(16),
                "2".repeat(32),
                "2".repeat(16),
                "Ab".repeat(16),
                "3".repeat(16));
    return Post.of("application/json", post.getBytes(UTF_8));
  }

  @Test
  void receive_withIdOfTheRun_joinsTraces() throws IOException {
    try (LiveMonitor monitor = LiveMonitor.open()) {
      Reply reply = receiver.receive(ofTwoRuns(), monitor);
      assertThat(new String(reply.body(), UTF_8)).isEqualTo("{}");
      assertThat(monitor.runs())
          .extracting(LiveRun::id)
          .containsExactlyInAnyOrder("run 7", "ab".repeat(16));
      LiveRun run = monitor.run("run 7").orElseThrow();
      assertThat(awaited(run, with(2)).workflow().activities())
          .extracting(activity -> activity.id())
          .containsExactly("a", "b");
    }
  }

  /** Sent again, the spans of the run that refuses them would be refused again. */
  @Test
  void receive_runThatRefusesItsSpans_isSaidAndTheOthersAreAccepted() throws IOException {
    String why = "run run 7 is already recorded or followed, so it cannot be posted";
    try (LiveMonitor monitor = LiveMonitor.open()) {
      monitor.recorder("run 7", "recorded");
      Reply reply = receiver.receive(ofTwoRuns(), monitor);
      assertThat(reply.status()).isEqualTo(200);
      assertThat(new String(reply.body(), UTF_8))
          .isEqualTo(
              "{\"partialSuccess\":{\"rejectedSpans\":\"2\",\"errorMessage\":\"" + why + "\"}}");
      LiveRun run = monitor.run("ab".repeat(16)).orElseThrow();
      awaited(run, with(1));
    }
  }

  @Test
  void receive_inProtobufOfRunThatRefusesItsSpans_saysHowMany() throws IOException {
    List<SpanData> refused = KeptSpans.of(PARTS);
    List<SpanData> both = new ArrayList<>(refused);
    both.addAll(KeptSpans.of(1));
    try (LiveMonitor monitor = LiveMonitor.open()) {
      monitor.recorder(refused.get(0).getTraceId(), "recorded");
      Reply reply = receiver.receive(Post.of("application/x-protobuf", protobuf(both)), monitor);
      assertThat(reply.status()).isEqualTo(200);
      var partial = ExportTraceServiceResponse.parseFrom(reply.body()).getPartialSuccess();
      assertThat(partial.getRejectedSpans()).isEqualTo(refused.size());
      assertThat(partial.getErrorMessage()).contains(refused.get(0).getTraceId());
      assertThat(monitor.runs()).hasSize(2);

      Reply none = receiver.receive(Post.of("application/x-protobuf", protobuf(refused)), monitor);
      assertThat(none.status()).isEqualTo(400);
    }
  }

  @Test
  void receive_ofNothing_isFine() throws IOException {
    try (LiveMonitor monitor = LiveMonitor.open()) {
      Post json = Post.of("application/json", "{\"resourceSpans\":[]}".getBytes(UTF_8));
      Post protobuf = Post.of("application/x-protobuf", new byte[0]);
      assertThat(receiver.receive(json, monitor).status()).isEqualTo(200);
      assertThat(receiver.receive(protobuf, monitor).status()).isEqualTo(200);
      assertThat(monitor.runs()).isEmpty();
    }
  }

  @Test
  void settled_afterAnotherProcess_runsGoOn() throws IOException {
    List<SpanData> spans = KeptSpans.of(PARTS);
    List<SpanData> early = spans.subList(0, 4);
    Path logs = folder.resolve("logs");
    try (LiveMonitor monitor = LiveMonitor.builder().logs(logs).open()) {
      receiver.receive(Post.of("application/json", json(early)), monitor);
    }
    try (LiveMonitor monitor = LiveMonitor.builder().logs(logs).open()) {
      awaited(only(monitor), with(3));
      List<SpanData> late = spans.subList(4, spans.size());
      new OtlpReceiver().receive(Post.of("application/x-protobuf", protobuf(late)), monitor);
      awaited(only(monitor), with(PARTS + 2));
      assertThat(only(monitor).isFinished()).isTrue();
    }
  }
}
