package io.flowgauge.traces.wfformat;

import io.flowgauge.run.RunRecorder;
import io.flowgauge.trace.RunReader;
import io.flowgauge.trace.TraceFile;
import io.flowgauge.traces.json.JsonCursor;
import io.flowgauge.traces.json.JsonHead;
import java.io.IOException;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

/** Reads WfFormat 1.0 to 1.6, in one pass. Stateless and thread-safe. */
public final class WfFormatReader implements RunReader {

  /** A reader, as the service loader makes it. */
  public WfFormatReader() {}

  @Override
  public String format() {
    return "wfformat";
  }

  @Override
  public Match match(TraceFile file) {
    Set<String> keys = JsonHead.keys(file);
    boolean hasBody =
        Stream.of("specification", "execution", "tasks", "jobs")
            .anyMatch(part -> keys.contains("workflow." + part));
    boolean hasHead =
        keys.contains("schemaVersion")
            && Stream.of("workflow", "runtimeSystem", "wms", "author", "createdAt")
                .anyMatch(keys::contains);
    return hasBody || hasHead ? Match.RUN : Match.NO;
  }

  @Override
  public String read(TraceFile file, List<TraceFile> companions, RunRecorder into)
      throws IOException {
    WfInstance instance = new WfInstance();
    JsonCursor.read(file, json -> new WfParser(json, instance).parse());
    new WfAssembly(file, instance, into).assemble();
    return instance.name;
  }
}
