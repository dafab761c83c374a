package io.flowgauge.receivers.otlp;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.google.protobuf.InvalidProtocolBufferException;
import io.flowgauge.live.Post;
import io.flowgauge.live.Reply;
import io.flowgauge.live.RunReceiver;
import io.flowgauge.live.RunSink;
import io.flowgauge.trace.TraceFile;
import io.flowgauge.trace.TraceFormatException;
import io.flowgauge.traces.otlp.OtlpReader;
import io.opentelemetry.proto.collector.trace.v1.ExportTraceServiceRequest;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;

/**
 * Receives spans. Their meaning depends on spans that are sent later, so they are kept for each run
 * in the form of the OTLP JSON file that a collector would have written, and are read like such a
 * file.
 *
 * <p>Thread-safe; posts are handled one after another, because each takes several times its size in
 * memory.
 */
public final class OtlpReceiver implements RunReceiver {
  private static final TraceFile POST = new TraceFile(Path.of("post of spans"), "");
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final int MOST = 16 << 20;

  /** Creates a receiver; called by the service loader. */
  public OtlpReceiver() {}

  @Override
  public String path() {
    return "/v1/traces";
  }

  @Override
  public synchronized Reply receive(Post post, RunSink runs) {
    OtlpEncoding encoding;
    try {
      encoding = OtlpEncoding.of(post.contentType());
    } catch (IllegalArgumentException e) {
      return Reply.of(OtlpEncoding.UNSUPPORTED, e.getMessage());
    }
    if (post.length() > MOST) {
      String why =
          "a post of spans may have at most " + (MOST >> 20) + " MiB: send fewer spans at once";
      return encoding.refusal(OtlpEncoding.TOO_LARGE, why);
    }
    Map<String, JsonNode> byRun;
    try {
      byRun = sorted(encoding, post);
    } catch (IOException e) {
      return encoding.refusal(OtlpEncoding.BAD_REQUEST, e.getMessage());
    }
    try {
      return append(byRun, runs, encoding);
    } catch (IOException e) {
      return encoding.refusal(
          OtlpEncoding.LATER, "the spans could not be stored: " + e.getMessage());
    }
  }

  /**
   * Appends the spans of each run. If only some runs refuse theirs, the post is accepted in part:
   * it must not be sent again, because it would be refused again.
   */
  private static Reply append(Map<String, JsonNode> byRun, RunSink runs, OtlpEncoding encoding)
      throws IOException {
    long rejected = 0;
    List<String> reasons = new ArrayList<>();
    for (Map.Entry<String, JsonNode> run : byRun.entrySet()) {
      try {
        runs.append(run.getKey(), line(run.getValue()));
      } catch (IllegalArgumentException e) { // For example, the run has a recorder.
        rejected += SpanSorter.count(run.getValue());
        reasons.add(e.getMessage());
      }
    }
    String why = String.join("; ", reasons);
    if (reasons.isEmpty()) {
      return encoding.acceptance();
    }
    return reasons.size() < byRun.size()
        ? encoding.acceptance(rejected, why)
        : encoding.refusal(OtlpEncoding.BAD_REQUEST, why);
  }

  private static Map<String, JsonNode> sorted(OtlpEncoding encoding, Post post) throws IOException {
    if (encoding == OtlpEncoding.JSON) {
      // Done first, because its error messages name the place of the fault.
      OtlpReader.check(POST, post.body());
      return SpanSorter.sort(POST, JSON.readTree(post.body()));
    }
    JsonNode spans = decoded(post);
    OtlpReader.check(POST, new ByteArrayInputStream(JSON.writeValueAsBytes(spans)));
    return SpanSorter.sort(POST, spans);
  }

  private static JsonNode decoded(Post post) throws IOException {
    try {
      return MessageJson.of(ExportTraceServiceRequest.parseFrom(post.body()));
    } catch (InvalidProtocolBufferException e) {
      throw new TraceFormatException(
          POST.name(),
          "",
          "bytes that are not such a message (" + e.getMessage() + ")",
          "a message ExportTraceServiceRequest of OTLP in Protocol Buffers");
    }
  }

  private static byte[] line(JsonNode spans) throws JsonProcessingException {
    byte[] json = JSON.writeValueAsBytes(spans);
    byte[] line = Arrays.copyOf(json, json.length + 1);
    line[json.length] = '\n';
    return line;
  }
}
