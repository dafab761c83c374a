package io.flowgauge.traces.dot;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.flowgauge.run.WorkflowRun;
import io.flowgauge.trace.Diagnostic;
import io.flowgauge.trace.RunWriter;
import java.io.BufferedWriter;
import java.io.IOException;
import java.io.OutputStream;
import java.io.OutputStreamWriter;
import java.io.Writer;
import java.util.List;

/** Writes the graph of a run in DOT. Stateless and thread-safe. */
public final class DotWriter implements RunWriter {
  /** A writer, as the service loader makes it. */
  public DotWriter() {}

  @Override
  public String format() {
    return "dot";
  }

  @Override
  public List<String> suffixes() {
    return List.of(".dot", ".gv");
  }

  @Override
  public List<Diagnostic> write(WorkflowRun run, OutputStream out) throws IOException {
    // Not closed: the stream belongs to the caller.
    Writer text = new BufferedWriter(new OutputStreamWriter(out, UTF_8));
    DotGenerator generator = new DotGenerator(run, text);
    generator.write();
    text.flush();
    return generator.lost();
  }
}
