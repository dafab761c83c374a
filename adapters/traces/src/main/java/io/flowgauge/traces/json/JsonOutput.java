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
 * Writes JSON for people: one member or element per line, but arrays inside arrays on a single
 * line. Equal values give equal bytes. Stateless.
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
     * @param json the generator to write to
     */
    void write(JsonGenerator json) throws IOException;
  }

  /**
   * Writes one document, and a line feed after it.
   *
   * @param out the stream to write to; flushed, not closed
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
   * Writes documents for programs: each on one line, or with each element of any array on a line of
   * its own.
   *
   * @param out the stream to write to; flushed, not closed
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
   * Converts nanoseconds to a decimal number of seconds without exponent, trailing zeros or loss.
   *
   * @param nanos nanoseconds
   * @return seconds
   */
  public static BigDecimal seconds(long nanos) {
    return BigDecimal.valueOf(nanos, NANO_DIGITS).stripTrailingZeros();
  }

  /** Writes a duration as a number of seconds, if it is known. */
  public static void writeSeconds(JsonGenerator json, String key, Optional<Duration> time)
      throws IOException {
    if (time.isPresent()) {
      json.writeNumberField(key, seconds(Times.saturatedNanos(time.get())));
    }
  }

  /** Returns the maximum nesting of objects and arrays with which a document can be read back. */
  public static int maxDepth() {
    return JsonFactories.MAX_DEPTH;
  }

  /** Writes each element on a line of its own. */
  private static final class ElementLines extends MinimalPrettyPrinter {
    private static final long serialVersionUID = 1L;

    @Override
    public void writeArrayValueSeparator(JsonGenerator json) throws IOException {
      json.writeRaw(",\n");
    }
  }

  /**
   * Writes each member and element on a line of its own, but arrays inside arrays on a single line.
   */
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
