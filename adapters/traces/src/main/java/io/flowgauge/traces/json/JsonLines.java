package io.flowgauge.traces.json;

import com.fasterxml.jackson.core.JsonParser;
import io.flowgauge.model.core.Remarks;
import io.flowgauge.trace.TraceFile;
import io.flowgauge.traces.files.TraceLines;
import java.io.IOException;

/**
 * Reads files of one JSON document per line. A line that is not a document, or that its handler
 * refuses, is left out with a remark, because the others can still be used; a file of any size
 * takes no more memory than its longest line. Stateless.
 *
 * <pre>{@code
 * JsonLines.read(file, remarks, (line, json) -> json.object(key -> json.skip()));
 * }</pre>
 */
public final class JsonLines {

  private JsonLines() {}

  /** Reads the document of a line. */
  @FunctionalInterface
  public interface Line {
    /**
     * Reads the whole document.
     *
     * @param where the place of the line, such as {@code line 7}
     */
    void read(String where, JsonCursor json) throws IOException;
  }

  /**
   * Reads all lines that are not blank.
   *
   * @param remarks receives the faults of lines
   */
  public static void read(TraceFile file, Remarks remarks, Line line) throws IOException {
    try (TraceLines lines = TraceLines.of(file)) {
      while (lines.next()) {
        String text = lines.text();
        if (!text.isBlank()) {
          read(file, remarks, line, new Text("line " + lines.number(), text, lines.isTerminated()));
        }
      }
    }
  }

  private record Text(String where, String text, boolean terminated) {}

  private static void read(TraceFile file, Remarks remarks, Line line, Text text) {
    try (JsonParser parser = JsonFactories.STRICT.createParser(text.text())) {
      JsonCursor.read(file, parser, json -> line.read(text.where(), json));
    } catch (IOException | StackOverflowError e) {
      remarks.error(
          text.terminated()
              ? "lines that are not the expected JSON, left out"
              : "lines cut off at the end of the file, left out",
          text.where());
    }
  }
}
