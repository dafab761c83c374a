package io.flowgauge.receivers.otlp;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.CodedInputStream;
import io.flowgauge.live.LiveMonitor;
import io.flowgauge.live.LiveRun;
import io.flowgauge.live.Post;
import io.flowgauge.live.Reply;
import io.flowgauge.live.RunSink;
import io.flowgauge.run.RunRecorder;
import io.opentelemetry.exporter.internal.otlp.traces.TraceRequestMarshaler;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class HostilePostsTest {
  private static final String SPAN =
      "{\"resourceSpans\": [{\"scopeSpans\": [{\"spans\": [{\"traceId\": \"TRACE\","
          + " \"spanId\": \"0123456789abcdef\", \"name\": \"a\", \"startTimeUnixNano\": START,"
          + " \"endTimeUnixNano\": \"9\"MORE}]}]}]}";

  private final OtlpReceiver receiver = new OtlpReceiver();

  private Reply refused(String type, byte[] body) throws IOException {
    try (LiveMonitor monitor = LiveMonitor.open()) {
      Reply reply = receiver.receive(Post.of(type, body), monitor);
      assertThat(monitor.runs()).isEmpty();
      return reply;
    }
  }

  private static byte[] span(String trace, String start, String more) {
    return SPAN.replace("TRACE", trace)
        .replace("START", start)
        .replace("MORE", more)
        .getBytes(UTF_8);
  }

  private void assertRefused(byte[] json, String... words) throws IOException {
    Reply reply = refused("application/json", json);
    assertThat(reply.status()).isEqualTo(400);
    assertThat(reply.contentType()).isEqualTo("application/json");
    assertThat(new String(reply.body(), UTF_8)).startsWith("{\"message\":").contains(words);
  }

  @Test
  void receive_badJson_namesPlaceFoundAndExpected() throws IOException {
    String trace = "0123456789abcdef".repeat(2);
    assertRefused(span("", "1", ""), "span a", "no traceId", "32 hexadecimal digits");
    assertRefused(span("xyz", "1", ""), "traceId", "xyz", "32 hexadecimal digits");
    assertRefused(span(trace, "-4", ""), "startTimeUnixNano", "-4", "nanoseconds");
    assertRefused(span(trace, "\"99999999999999999999\"", ""), "startTimeUnixNano", "9999");
    assertRefused(
        span(
            trace,
            "1",
            ", \"attributes\": [{\"key\": \"flowgauge.wallclock_ns\","
                + " \"value\": {\"stringValue\": \"soon\"}}]"),
        "flowgauge.wallclock_ns",
        "soon",
        "nanoseconds");
    assertRefused("{\"resourceSpans\": 3}".getBytes(UTF_8), "resourceSpans", "3");
    assertRefused("[]".getBytes(UTF_8), "post of spans");
    assertRefused("{\"resourceSpans\": [".getBytes(UTF_8), "post of spans");
    assertRefused(new byte[0], "empty");
    assertRefused(("{\"a\":" + "[".repeat(100_000)).getBytes(UTF_8), "post of spans");
    assertRefused(new byte[] {'{', (byte) 0xff, '}'}, "post of spans");
  }

  @Test
  void receive_runIdWithHalfASurrogatePair_isRefused() throws IOException {
    String resource =
        "{\"resourceSpans\": [{\"resource\": {\"attributes\": [{\"key\":"
            + " \"cicd.pipeline.run.id\", \"value\": {\"stringValue\": \"r\\ud800\"}}]}, ";
    String span = new String(span("0123456789abcdef".repeat(2), "1", ""), UTF_8);
    assertRefused(
        span.replace("{\"resourceSpans\": [{", resource).getBytes(UTF_8),
        "the id of a run must be text, but its character 2 is half of a surrogate pair: ",
        "ud800");
  }

  @Test
  void receive_badProtobuf_isRefusedInProtobuf() throws IOException {
    Reply reply = refused("application/x-protobuf", "{\"resourceSpans\":[]}".getBytes(UTF_8));
    assertThat(reply.status()).isEqualTo(400);
    assertThat(reply.contentType()).isEqualTo("application/x-protobuf");
    CodedInputStream status = CodedInputStream.newInstance(reply.body());
    assertThat(status.readTag() >>> 3).isEqualTo(2);
    assertThat(status.readString())
        .contains("expected a message ExportTraceServiceRequest of OTLP in Protocol Buffers");
  }

  @ParameterizedTest
  @CsvSource({"text/plain, text/plain", "'', not given", "application/xml, application/xml"})
  void receive_ofAnotherType_saysWhichAreKnown(String type, String named) throws IOException {
    Reply reply = refused(type, new byte[3]);
    assertThat(reply.status()).isEqualTo(415);
    assertThat(new String(reply.body(), UTF_8)).contains("application/x-protobuf", named);
  }

  @Test
  void receive_tooMuch_saysHowMuchIsTaken() throws IOException {
    Reply reply = refused("application/json", new byte[(16 << 20) + 1]);
    assertThat(reply.status()).isEqualTo(413);
    assertThat(new String(reply.body(), UTF_8)).contains("16 MiB");
  }

  @Test
  void receive_whenSpansCannotBeKept_asksToSendThemAgain() {
    RunSink full =
        new RunSink() {
          @Override
          public RunRecorder recorder(String id, String name) {
            throw new UnsupportedOperationException();
          }

          @Override
          public void append(String id, byte[] lines) throws IOException {
            throw new IOException("no space left on device");
          }
        };
    byte[] span = span("0123456789abcdef".repeat(2), "1", "");
    Reply reply = receiver.receive(Post.of("application/json", span), full);
    assertThat(reply.status()).isEqualTo(503);
    assertThat(new String(reply.body(), UTF_8)).contains("no space left on device");
  }

  private static byte[] request(boolean isJson) throws IOException {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    TraceRequestMarshaler request = TraceRequestMarshaler.create(KeptSpans.of(2));
    if (isJson) {
      request.writeJsonTo(out);
    } else {
      request.writeBinaryTo(out);
    }
    return out.toByteArray();
  }

  private static byte[] damaged(byte[] whole, Random random) {
    byte[] bytes = Arrays.copyOf(whole, 1 + random.nextInt(whole.length));
    for (int k = random.nextInt(4); k >= 0; k--) {
      bytes[random.nextInt(bytes.length)] = (byte) random.nextInt();
    }
    return bytes;
  }

  /** Everything that was accepted can also be read. */
  @Test
  void receive_damagedPosts_areRefusedOrRead() throws IOException {
    Random random = new Random(7);
    for (boolean isJson : List.of(true, false)) {
      byte[] whole = request(isJson);
      String type = isJson ? "application/json" : "application/x-protobuf";
      for (int k = 0; k < 1500; k++) {
        try (LiveMonitor monitor = LiveMonitor.open()) {
          Reply reply = receiver.receive(Post.of(type, damaged(whole, random)), monitor);
          assertThat(reply.status()).isIn(200, 400);
          assertThat(monitor.runs()).allMatch(LiveRun::look);
        }
      }
    }
  }
}
