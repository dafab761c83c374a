package io.flowgauge.traces.json;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import io.flowgauge.trace.TraceFile;
import java.io.IOException;
import java.util.LinkedHashSet;
import java.util.Set;

/** Finds the outermost keys in the head of a file, by which its format is recognised. Stateless. */
public final class JsonHead {
  private static final String BYTE_ORDER_MARK = "\uFEFF";

  private JsonHead() {}

  /**
   * Returns the keys of the outermost object and of the objects directly in it, as far as the head
   * of the file shows them.
   *
   * @return names such as {@code workflow} and {@code workflow.tasks}; empty if the file is not a
   *     JSON object
   */
  public static Set<String> keys(TraceFile file) {
    Set<String> keys = new LinkedHashSet<>();
    String head = file.head();
    try (JsonParser parser =
        JsonFactories.STRICT.createParser(
            head.startsWith(BYTE_ORDER_MARK) ? head.substring(1) : head)) {
      if (parser.nextToken() == JsonToken.START_OBJECT) {
        collect(parser, keys);
      }
    } catch (IOException e) {
      // The head may end anywhere in the document; the keys seen so far count.
      return keys;
    }
    return keys;
  }

  private static void collect(JsonParser parser, Set<String> keys) throws IOException {
    String outer = "";
    int depth = 1;
    while (depth > 0) {
      JsonToken token = parser.nextToken();
      if (token == null) {
        return;
      }
      depth += token.isStructStart() ? 1 : token.isStructEnd() ? -1 : 0;
      if (token == JsonToken.FIELD_NAME && depth == 1) {
        outer = parser.currentName();
        keys.add(outer);
      } else if (token == JsonToken.FIELD_NAME && depth == 2) {
        keys.add(outer + "." + parser.currentName());
      }
    }
  }
}
