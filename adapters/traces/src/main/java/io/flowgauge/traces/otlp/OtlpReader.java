package io.flowgauge.traces.otlp;

import io.flowgauge.Flowgauge;
import io.flowgauge.run.RunRecorder;
import io.flowgauge.trace.RunReader;
import io.flowgauge.trace.TraceFile;
import io.flowgauge.trace.TraceFormatException;
import io.flowgauge.traces.json.JsonCursor;
import io.flowgauge.traces.json.JsonHead;
import java.io.IOException;
import java.io.InputStream;
import java.util.List;
import java.util.Set;

/** Reads OTLP JSON. Stateless and thread-safe. */
public final class OtlpReader implements RunReader {

  /** A reader, as the service loader makes it. */
  public OtlpReader() {}

  @Override
  public String format() {
    return "otlp-json";
  }

  @Override
  public Match match(TraceFile file) {
    Set<String> keys = JsonHead.keys(file);
    return keys.contains("resourceSpans") || keys.contains("resource_spans") ? Match.RUN : Match.NO;
  }

  @Override
  public String read(TraceFile file, List<TraceFile> companions, RunRecorder into)
      throws IOException {
    SpanDocuments documents = new SpanDocuments(file);
    JsonCursor.readAll(file, documents::parse);
    return documents.recordInto(into);
  }

  /**
   * Checks that a document from another source than a file has no span, or can be read as a run.
   *
   * @param file the file that errors name
   * @param content the document
   * @throws TraceFormatException if it cannot be read, with the reason
   */
  public static void check(TraceFile file, InputStream content) throws IOException {
    SpanDocuments documents = new SpanDocuments(file);
    JsonCursor.read(file, content, documents::parse);
    if (!documents.isEmpty()) {
      documents.recordInto(Flowgauge.recorder(""));
    }
  }
}
