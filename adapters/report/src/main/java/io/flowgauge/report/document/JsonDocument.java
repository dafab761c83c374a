package io.flowgauge.report.document;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.StreamWriteFeature;
import com.fasterxml.jackson.core.util.DefaultIndenter;
import com.fasterxml.jackson.core.util.DefaultPrettyPrinter;
import java.io.IOException;
import java.io.OutputStream;

/** Streams one JSON object, of any size. Stateless and thread-safe. */
public final class JsonDocument {
  private static final JsonFactory FACTORY =
      JsonFactory.builder().disable(StreamWriteFeature.AUTO_CLOSE_TARGET).build();
  private static final DefaultPrettyPrinter PRINTER =
      new DefaultPrettyPrinter().withObjectIndenter(new DefaultIndenter("  ", "\n"));

  private JsonDocument() {}

  /** Writes the fields of a document. */
  public interface Fields {
    /** Writes the fields. */
    void write(JsonWriter json) throws IOException;
  }

  /**
   * Writes an indented object and a line feed.
   *
   * @param out the destination
   */
  public static void write(Appendable out, Fields fields) throws IOException {
    try (JsonGenerator generator = FACTORY.createGenerator(new AppendableWriter(out))) {
      generator.setPrettyPrinter(PRINTER.createInstance());
      write(generator, fields);
    }
    out.append('\n');
  }

  /**
   * Writes an object on one line, ended by a line feed.
   *
   * @param out the destination
   */
  public static void writeLine(Appendable out, Fields fields) throws IOException {
    try (JsonGenerator generator = FACTORY.createGenerator(new AppendableWriter(out))) {
      write(generator, fields);
    }
    out.append('\n');
  }

  /**
   * Writes an object without white space, in UTF-8.
   *
   * @param out the destination; stays open
   */
  public static void writeCompact(OutputStream out, Fields fields) throws IOException {
    try (JsonGenerator generator = FACTORY.createGenerator(out)) {
      write(generator, fields);
    }
  }

  private static void write(JsonGenerator generator, Fields fields) throws IOException {
    JsonWriter json = new JsonWriter(generator);
    json.object(() -> fields.write(json));
  }
}
