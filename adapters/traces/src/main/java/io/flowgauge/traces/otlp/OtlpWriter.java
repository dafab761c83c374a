package io.flowgauge.traces.otlp;

import io.flowgauge.run.WorkflowRun;
import io.flowgauge.trace.Diagnostic;
import io.flowgauge.trace.RunWriter;
import io.flowgauge.traces.document.CodeProfiles;
import io.flowgauge.traces.document.HostLoads;
import io.flowgauge.traces.json.JsonOutput;
import java.io.IOException;
import java.io.OutputStream;
import java.util.ArrayList;
import java.util.List;

/**
 * Writes OTLP JSON: one object on one line, which collectors accept both as a request and as a
 * file. Stateless and thread-safe.
 */
public final class OtlpWriter implements RunWriter {
  /** A writer, as the service loader makes it. */
  public OtlpWriter() {}

  @Override
  public String format() {
    return "otlp-json";
  }

  @Override
  public List<String> suffixes() {
    return List.of(".otlp.json", ".otlp.jsonl");
  }

  @Override
  public List<Diagnostic> write(WorkflowRun run, OutputStream out) throws IOException {
    List<Diagnostic> lost = new ArrayList<>();
    JsonOutput.writeCompact(out, false, json -> new SpanGenerator(run, json).write(lost));
    CodeProfiles.remarkLost(run, lost);
    HostLoads.remarkLost(run, lost);
    return List.copyOf(lost);
  }
}
