package io.flowgauge.traces.json;

import com.fasterxml.jackson.core.JsonGenerator;
import io.flowgauge.spi.DocumentFormat;
import io.flowgauge.trace.TraceFile;
import io.flowgauge.traces.files.WholeFile;
import java.io.IOException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Documents of plain values as JSON, one object on one line. Stateless and thread-safe. */
public final class JsonDocuments implements DocumentFormat {
  private static final String VALUE = "a text, a number, true, false, an array or an object";

  /** For {@link java.util.ServiceLoader}. */
  public JsonDocuments() {}

  @Override
  public void write(Map<String, ?> document, Path file) throws IOException {
    WholeFile.write(
        file,
        out -> {
          JsonOutput.writeCompact(out, false, json -> write(json, document));
          return file;
        });
  }

  private static void write(JsonGenerator json, Object value) throws IOException {
    if (value instanceof Map<?, ?> members) {
      json.writeStartObject();
      for (Map.Entry<?, ?> member : members.entrySet()) {
        json.writeFieldName((String) member.getKey());
        write(json, member.getValue());
      }
      json.writeEndObject();
    } else if (value instanceof List<?> elements) {
      json.writeStartArray();
      for (Object element : elements) {
        write(json, element);
      }
      json.writeEndArray();
    } else {
      json.writeObject(value);
    }
  }

  @Override
  public Map<String, Object> read(Path file) throws IOException {
    Map<String, Object> document = new LinkedHashMap<>();
    JsonCursor.read(
        new TraceFile(file, ""),
        json -> json.object(name -> document.put(name, json.value(VALUE))));
    return document;
  }
}
