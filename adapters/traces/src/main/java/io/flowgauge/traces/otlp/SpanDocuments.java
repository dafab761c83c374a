package io.flowgauge.traces.otlp;

import io.flowgauge.model.core.Remarks;
import io.flowgauge.run.RunRecorder;
import io.flowgauge.trace.TraceFile;
import io.flowgauge.trace.TraceFormatException;
import io.flowgauge.traces.json.JsonCursor;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** The documents that make up a run. Used once. */
final class SpanDocuments {
  private final TraceFile file;
  private final Remarks remarks = new Remarks();
  private final List<Span> spans = new ArrayList<>();
  private final List<Map<String, String>> resources = new ArrayList<>();

  SpanDocuments(TraceFile file) {
    this.file = file;
  }

  void parse(JsonCursor json) throws IOException {
    new SpanParser(json, remarks, spans, resources).parse();
  }

  boolean isEmpty() {
    return spans.isEmpty();
  }

  /** Records everything, and returns the name of the run. */
  String recordInto(RunRecorder into) throws TraceFormatException {
    String name = new SpanAssembly(file, spans, resources, remarks, into).assemble();
    remarks.report(into);
    return name;
  }
}
