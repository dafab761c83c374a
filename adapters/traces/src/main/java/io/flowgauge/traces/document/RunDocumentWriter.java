package io.flowgauge.traces.document;

import io.flowgauge.run.WorkflowRun;
import io.flowgauge.trace.Diagnostic;
import io.flowgauge.trace.RunWriter;
import io.flowgauge.traces.json.JsonOutput;
import java.io.IOException;
import java.io.OutputStream;
import java.util.ArrayList;
import java.util.List;

/**
 * Writes run documents. They follow the order of the run and hold only what the run has, so that
 * equal runs give equal bytes. Stateless and thread-safe.
 */
public final class RunDocumentWriter implements RunWriter {
  /** A writer, as the service loader makes it. */
  public RunDocumentWriter() {}

  @Override
  public String format() {
    return RunDocumentReader.FORMAT;
  }

  @Override
  public List<String> suffixes() {
    return List.of(".json");
  }

  @Override
  public List<Diagnostic> write(WorkflowRun run, OutputStream out) throws IOException {
    List<Diagnostic> lost = new ArrayList<>();
    JsonOutput.write(out, json -> write(run, new SoundTexts(json), lost));
    return List.copyOf(lost);
  }

  private static void write(WorkflowRun run, SoundTexts json, List<Diagnostic> lost)
      throws IOException {
    new DocumentGenerator(run, json, lost).write();
    if (json.hasChanged()) {
      lost.add(
          Diagnostic.warning(
              "run",
              "in names that are not Unicode, a text such as \\udce9 stands for each part that is"
                  + " not"));
    }
  }
}
