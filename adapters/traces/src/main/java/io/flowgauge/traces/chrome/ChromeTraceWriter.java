package io.flowgauge.traces.chrome;

import com.fasterxml.jackson.core.SerializableString;
import com.fasterxml.jackson.core.io.CharacterEscapes;
import io.flowgauge.run.WorkflowRun;
import io.flowgauge.trace.Diagnostic;
import io.flowgauge.trace.RunWriter;
import io.flowgauge.traces.json.JsonOutput;
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
    JsonOutput.writeCompact(
        out,
        true,
        json -> {
          json.setCharacterEscapes(ControlEscapes.INSTANCE);
          new TraceGenerator(run, json).write(lost);
        });
    return List.copyOf(lost);
  }

  /** Perfetto rejects a file with a control character in a text, including DELETE. */
  private static final class ControlEscapes extends CharacterEscapes {
    private static final long serialVersionUID = 1L;
    private static final ControlEscapes INSTANCE = new ControlEscapes();
    private static final int DELETE = 0x7f;

    @Override
    public int[] getEscapeCodesForAscii() {
      int[] codes = standardAsciiEscapesForJSON();
      codes[DELETE] = ESCAPE_STANDARD;
      return codes;
    }

    @Override
    public SerializableString getEscapeSequence(int character) {
      return null;
    }
  }
}
