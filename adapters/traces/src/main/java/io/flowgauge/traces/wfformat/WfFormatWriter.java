package io.flowgauge.traces.wfformat;

import io.flowgauge.run.WorkflowRun;
import io.flowgauge.trace.Diagnostic;
import io.flowgauge.trace.RunWriter;
import io.flowgauge.traces.json.JsonOutput;
import java.io.IOException;
import java.io.OutputStream;
import java.util.ArrayList;
import java.util.List;

/** Writes WfFormat 1.5. Stateless and thread-safe. */
public final class WfFormatWriter implements RunWriter {
  /** A writer, as the service loader makes it. */
  public WfFormatWriter() {}

  @Override
  public String format() {
    return "wfformat-1.5";
  }

  @Override
  public List<String> suffixes() {
    return List.of(".wfformat.json");
  }

  @Override
  public List<Diagnostic> write(WorkflowRun run, OutputStream out) throws IOException {
    List<Diagnostic> lost = new ArrayList<>();
    JsonOutput.write(out, json -> new WfGenerator(run, json).write(lost));
    return List.copyOf(lost);
  }
}
