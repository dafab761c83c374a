package io.flowgauge.cli;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.util.DefaultPrettyPrinter;
import java.io.IOException;
import java.io.Writer;

/** Writes JSON to an output and leaves it open. */
public final class Json {
  private Json() {}

  /** Writes content to a generator. */
  public interface Content {
    void write(JsonGenerator json) throws IOException;
  }

  /** Writes an object over several lines. */
  public static void pretty(Writer out, Content content) throws IOException {
    write(out, content, true);
  }

  /** Writes an object in one line. */
  public static void line(Writer out, Content content) throws IOException {
    write(out, content, false);
  }

  private static void write(Writer out, Content content, boolean isPretty) throws IOException {
    try (JsonGenerator json = new JsonFactory().createGenerator(out)) {
      if (isPretty) {
        json.setPrettyPrinter(new DefaultPrettyPrinter());
      }
      json.disable(JsonGenerator.Feature.AUTO_CLOSE_TARGET);
      json.disable(JsonGenerator.Feature.FLUSH_PASSED_TO_STREAM);
      json.writeStartObject();
      content.write(json);
      json.writeEndObject();
    }
    out.write("\n");
    out.flush();
  }
}
