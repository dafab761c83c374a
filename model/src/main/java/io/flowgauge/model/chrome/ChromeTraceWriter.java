package io.flowgauge.model.chrome;

import io.flowgauge.model.json.JsonOutput;
import io.flowgauge.run.WorkflowRun;
import io.flowgauge.trace.Diagnostic;
import io.flowgauge.trace.RunWriter;
import java.io.IOException;
import java.io.OutputStream;
import java.util.ArrayList;
import java.util.List;

/** Writes Chrome's Trace Event Format for the Perfetto UI. Stateless and thread-safe. */
public final class ChromeTraceWriter implements RunWriter {
  /** A writer, as the service loader makes it. */
  public ChromeTraceWriter() {}

  @Override
  public String format() {
    return "chrome-trace";
  }

  @Override
  public List<String> suffixes() {
    return List.of(".trace.json");
  }

  @Override
  public List<Diagnostic> write(WorkflowRun run, OutputStream out) throws IOException {
    List<Diagnostic> lost = new ArrayList<>();
    JsonOutput.writeCompact(out, true, json -> new TraceGenerator(run, json).write(lost));
    return List.copyOf(lost);
  }
}
