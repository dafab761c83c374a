package io.flowgauge.traces.otlp;

import io.flowgauge.model.core.Remarks;
import io.flowgauge.run.RunRecorder;
import io.flowgauge.trace.RunReader;
import io.flowgauge.trace.TraceFile;
import io.flowgauge.traces.json.JsonCursor;
import io.flowgauge.traces.json.JsonHead;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
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
    Remarks remarks = new Remarks();
    List<Span> spans = new ArrayList<>();
    List<Map<String, String>> resources = new ArrayList<>();
    JsonCursor.readAll(file, json -> new SpanParser(json, remarks, spans, resources).parse());
    String name = new SpanAssembly(file, spans, resources, remarks, into).assemble();
    remarks.tell(into);
    return name;
  }
}
