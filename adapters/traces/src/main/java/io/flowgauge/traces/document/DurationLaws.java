package io.flowgauge.traces.document;

import io.flowgauge.prediction.Law;
import io.flowgauge.trace.RunReader.Match;
import io.flowgauge.trace.TraceFile;
import io.flowgauge.traces.files.FileHead;
import io.flowgauge.traces.json.JsonCursor;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;

/**
 * Reads the laws of the durations of a run document's activities, which a run cannot hold.
 * Stateless and thread-safe.
 */
public final class DurationLaws {
  private static final String LAW =
      "a law such as {\"type\": \"lognormal\", \"mean\": 300, \"sd\": 300}";

  /**
   * Values derived from a law's parameters, which some programs write as well; they are ignored.
   */
  private static final Set<String> REDUNDANT = Set.of("dist_mean", "dist_sd");

  private DurationLaws() {}

  /**
   * Reads the laws of a file that was read as a run.
   *
   * @return laws by activity; empty if the path is a folder or the file is not a run document
   */
  public static Map<String, Law> read(Path path) throws IOException {
    Map<String, Law> laws = new LinkedHashMap<>();
    if (isRunDocument(path)) {
      JsonCursor.read(new TraceFile(path, ""), json -> document(json, laws));
    }
    return laws;
  }

  /** Other formats in JSON, such as one object per line, need not be one document. */
  private static boolean isRunDocument(Path path) throws IOException {
    return Files.isRegularFile(path)
        && new RunDocumentReader().match(new TraceFile(path, FileHead.of(path).text()))
            == Match.RUN;
  }

  private static void document(JsonCursor json, Map<String, Law> laws) throws IOException {
    json.object(
        key -> {
          if (key.equals(Keys.ACTIVITIES) && json.isObject()) {
            json.object(id -> activity(json, id, laws));
          } else {
            json.skip();
          }
        });
  }

  private static void activity(JsonCursor json, String id, Map<String, Law> laws)
      throws IOException {
    if (!json.isObject()) {
      json.skip();
      return;
    }
    json.object(
        key -> {
          if (key.equals(Keys.DURATION)) {
            laws.put(id, law(json));
          } else {
            json.skip();
          }
        });
  }

  private static Law law(JsonCursor json) throws IOException {
    String path = json.path();
    if (!(json.value(LAW) instanceof Map<?, ?> given)) {
      throw json.error(path, "another value", LAW);
    }
    Map<String, Object> parameters = new LinkedHashMap<>();
    given.forEach((name, value) -> parameters.put(String.valueOf(name), value));
    parameters.keySet().removeAll(REDUNDANT);
    if (!(parameters.get(Keys.TYPE) instanceof String type)) {
      throw json.error(path, "a law without its type", LAW);
    }
    try {
      return Law.of(type, parameters);
    } catch (IllegalArgumentException e) {
      throw json.error(path, "a law that is not valid (" + e.getMessage() + ")", LAW);
    }
  }
}
