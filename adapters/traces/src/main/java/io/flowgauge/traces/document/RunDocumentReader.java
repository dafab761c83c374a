package io.flowgauge.traces.document;

import io.flowgauge.run.RunRecorder;
import io.flowgauge.trace.RunReader;
import io.flowgauge.trace.TraceFile;
import io.flowgauge.traces.json.JsonCursor;
import io.flowgauge.traces.json.JsonHead;
import java.io.IOException;
import java.util.List;
import java.util.Set;

/** Reads run documents, in one pass. Stateless and thread-safe. */
public final class RunDocumentReader implements RunReader {
  static final String FORMAT = "run-document";

  /** A reader, as the service loader makes it. */
  public RunDocumentReader() {}

  @Override
  public String format() {
    return FORMAT;
  }

  @Override
  public Match match(TraceFile file) {
    Set<String> keys = JsonHead.keys(file);
    return keys.contains(Keys.VERSION) || keys.contains(Keys.ACTIVITIES) ? Match.RUN : Match.NO;
  }

  @Override
  public String read(TraceFile file, List<TraceFile> companions, RunRecorder into)
      throws IOException {
    StringBuilder name = new StringBuilder();
    JsonCursor.read(file, json -> name.append(new DocumentParser(json, into).parse()));
    return name.toString();
  }
}
