package io.flowgauge.traces.crate;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import io.flowgauge.model.core.Remarks;
import io.flowgauge.run.RunRecorder;
import io.flowgauge.trace.RunReader;
import io.flowgauge.trace.TraceFile;
import io.flowgauge.traces.files.FileContent;
import io.flowgauge.traces.json.JsonCursor;
import io.flowgauge.traces.json.JsonHead;
import java.io.IOException;
import java.io.InputStream;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;

/** Reads Workflow Run RO-Crates. Stateless and thread-safe. */
public final class CrateReader implements RunReader {
  private static final int SEARCHED = 16 << 20;
  private static final Pattern ACTION = Pattern.compile("\"(Create|Activate|Update)Action\"");

  /** A reader, as the service loader makes it. */
  public CrateReader() {}

  @Override
  public String format() {
    return "ro-crate";
  }

  /**
   * Most crates describe a workflow without a run of it, and lie next to traces of runs: only a
   * crate with an action holds a run.
   */
  @Override
  public boolean isSupplementary() {
    return true;
  }

  @Override
  public Match match(TraceFile file) {
    boolean crate =
        JsonHead.keys(file).contains("@graph")
            && (file.head().contains("w3id.org/ro/crate")
                || file.fileName().startsWith("ro-crate-metadata.json"));
    return crate && hasAction(file) ? Match.RUN : Match.NO;
  }

  private static boolean hasAction(TraceFile file) {
    try (InputStream in = FileContent.open(file.path())) {
      return ACTION.matcher(new String(in.readNBytes(SEARCHED), ISO_8859_1)).find();
    } catch (IOException e) {
      return false;
    }
  }

  @Override
  public String read(TraceFile file, List<TraceFile> companions, RunRecorder into)
      throws IOException {
    Remarks remarks = new Remarks();
    Map<String, Entity> entities = new LinkedHashMap<>();
    JsonCursor.read(file, json -> new CrateParser(json, remarks, entities).parse());
    String name = new CrateRun(file, new Crate(entities, remarks), remarks, into).record();
    remarks.report(into);
    return name;
  }
}
