package io.flowgauge.traces.json;

import com.fasterxml.jackson.core.JsonEncoding;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.PrettyPrinter;
import com.fasterxml.jackson.core.util.MinimalPrettyPrinter;
import io.flowgauge.trace.Times;
import java.io.IOException;
import java.io.OutputStream;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.Optional;

/**
 * Writes JSON to be read by people: a member a line, an element a line, an array within an array on
 * one line. The same values give the same bytes. Stateless.
 */
public final class JsonOutput {
  private static final int NANO_DIGITS = 9;

  private JsonOutput() {}

  /** Writes a document. */
  @FunctionalInterface
  public interface Body {
    /**
     * Writes the whole document.
     *
     * @param json where to
     */
    void write(JsonGenerator json) throws IOException;
  }

  /**
   * Writes one document, and a line feed after it.
   *
   * @param out where to; flushed, not closed
   */
  public static void write(OutputStream out, Body body) throws IOException {
    try (JsonGenerator json = JsonFactories.STRICT.createGenerator(out, JsonEncoding.UTF8)) {
      json.disable(JsonGenerator.Feature.AUTO_CLOSE_TARGET);
      json.setPrettyPrinter(new Lines());
      body.write(json);
      json.writeRaw('\n');
    }
  }

  /**
   * Writes documents for programs: a line each, or, where elements go on their own lines, an
   * array's element a line, whatever array it is.
   *
   * @param out where to; flushed, not closed
   * @param elements whether elements of arrays go on their own lines
   */
  public static void writeCompact(OutputStream out, boolean elements, Body body)
      throws IOException {
    try (JsonGenerator json = JsonFactories.STRICT.createGenerator(out, JsonEncoding.UTF8)) {
      json.disable(JsonGenerator.Feature.AUTO_CLOSE_TARGET);
      json.setPrettyPrinter(elements ? new ElementLines() : new MinimalPrettyPrinter("\n"));
      body.write(json);
      json.writeRaw('\n');
    }
  }

  /**
   * Nanoseconds as a decimal number of seconds: no exponent, no trailing zeros, nothing lost.
   *
   * @param nanos nanoseconds
   * @return seconds
   */
  public static BigDecimal seconds(long nanos) {
    return BigDecimal.valueOf(nanos, NANO_DIGITS).stripTrailingZeros();
  }

  /** Writes a length of time as a number of seconds, if it is known. */
  public static void writeSeconds(JsonGenerator json, String key, Optional<Duration> time)
      throws IOException {
    if (time.isPresent()) {
      json.writeNumberField(key, seconds(Times.saturatedNanos(time.get())));
    }
  }

  /** Deepest nesting of objects and arrays a document may have to be read again. */
  public static int maxDepth() {
    return JsonFactories.MAX_DEPTH;
  }

  /** An element a line. */
  private static final class ElementLines extends MinimalPrettyPrinter {
    private static final long serialVersionUID = 1L;

    @Override
    public void writeArrayValueSeparator(JsonGenerator json) throws IOException {
      json.writeRaw(",\n");
    }
  }

  /** A member or element a line, but arrays in arrays on one. */
  private static final class Lines implements PrettyPrinter {
    private static final String INDENT = "  ";

    private int depth;
    private int arrays;

    @Override
    public void writeRootValueSeparator(JsonGenerator json) throws IOException {
      json.writeRaw('\n');
    }

    @Override
    public void writeStartObject(JsonGenerator json) throws IOException {
      json.writeRaw('{');
      depth++;
    }

    @Override
    public void writeEndObject(JsonGenerator json, int members) throws IOException {
      depth--;
      if (members > 0) {
        breakLine(json);
      }
      json.writeRaw('}');
    }

    @Override
    public void writeObjectEntrySeparator(JsonGenerator json) throws IOException {
      json.writeRaw(arrays > 1 ? ", " : ",");
      breakLine(json);
    }

    @Override
    public void writeObjectFieldValueSeparator(JsonGenerator json) throws IOException {
      json.writeRaw(": ");
    }

    @Override
    public void writeStartArray(JsonGenerator json) throws IOException {
      json.writeRaw('[');
      depth++;
      arrays++;
    }

    @Override
    public void writeEndArray(JsonGenerator json, int elements) throws IOException {
      depth--;
      if (elements > 0) {
        breakLine(json);
      }
      arrays--;
      json.writeRaw(']');
    }

    @Override
    public void writeArrayValueSeparator(JsonGenerator json) throws IOException {
      json.writeRaw(arrays > 1 ? ", " : ",");
      breakLine(json);
    }

    @Override
    public void beforeArrayValues(JsonGenerator json) throws IOException {
      breakLine(json);
    }

    @Override
    public void beforeObjectEntries(JsonGenerator json) throws IOException {
      breakLine(json);
    }

    private void breakLine(JsonGenerator json) throws IOException {
      if (arrays < 2) {
        json.writeRaw('\n' + INDENT.repeat(depth));
      }
    }
  }
}
