package io.flowgauge.traces.json;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import io.flowgauge.trace.Times;
import io.flowgauge.trace.TraceFile;
import io.flowgauge.trace.TraceFormatException;
import io.flowgauge.traces.files.FileContent;
import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.math.BigDecimal;
import java.nio.charset.CodingErrorAction;
import java.time.DateTimeException;
import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;

/**
 * Reads a JSON document sequentially, keeping track of its position. Every error is a {@link
 * TraceFormatException} that names the path.
 *
 * <pre>{@code
 * JsonCursor.read(file, json -> json.object(key -> {
 *   switch (key) {
 *     case "name" -> name = json.text();
 *     default -> json.skip();
 *   }
 * }));
 * }</pre>
 *
 * <p>A handler finds the cursor at a value and has to read or skip all of it. Not thread-safe.
 */
public final class JsonCursor {
  private static final byte[] BYTE_ORDER_MARK = {(byte) 0xEF, (byte) 0xBB, (byte) 0xBF};
  private static final int SHOWN = 60;
  private static final BigDecimal MOST_WHOLE = BigDecimal.valueOf(Integer.MAX_VALUE);

  private final TraceFile file;
  private final JsonParser parser;
  private final ParsedText parsed = new ParsedText();
  private final RecentTexts recent = new RecentTexts();

  private JsonCursor(TraceFile file, JsonParser parser) {
    this.file = file;
    this.parser = parser;
  }

  /** Reads a document. */
  @FunctionalInterface
  public interface Body {
    /** Reads the whole document, at which the cursor stands. */
    void read(JsonCursor json) throws IOException;
  }

  /** Reads a member of an object. */
  @FunctionalInterface
  public interface Member {
    /** Reads or skips the member's value, at which the cursor stands. */
    void read(String name) throws IOException;
  }

  /** Reads an element of an array. */
  @FunctionalInterface
  public interface Element {
    /**
     * Reads or skips the element, at which the cursor stands.
     *
     * @param index counted from 0
     */
    void read(int index) throws IOException;
  }

  /** Reads a whole file. */
  public static void read(TraceFile file, Body body) throws IOException {
    try (InputStream in = new BufferedInputStream(FileContent.open(file.path()));
        JsonParser parser = JsonFactories.STRICT.createParser(characters(in))) {
      read(file, parser, body);
    }
  }

  /**
   * Reads a whole document that is not a file.
   *
   * @param file the file that errors name
   */
  public static void read(TraceFile file, InputStream content, Body body) throws IOException {
    try (InputStream in = new BufferedInputStream(content);
        JsonParser parser = JsonFactories.STRICT.createParser(characters(in))) {
      read(file, parser, body);
    }
  }

  static void read(TraceFile file, JsonParser parser, Body body) throws IOException {
    try {
      new JsonCursor(file, parser).document(body);
    } catch (IOException e) {
      throw JsonSyntax.translated(file, parser, e);
    }
  }

  /**
   * Reads a file of one or more documents, such as one per line, whose names form a small
   * vocabulary.
   *
   * @param body reads each document
   */
  public static void readAll(TraceFile file, Body body) throws IOException {
    // Reading bytes, the parser finds known names faster and creates new ones more slowly.
    try (InputStream in = new Utf8Stream(FileContent.open(file.path()));
        JsonParser parser = JsonFactories.OF_FEW_NAMES.createParser(in)) {
      try {
        JsonCursor cursor = new JsonCursor(file, parser);
        if (parser.nextToken() == null) {
          throw file.error("", "an empty file", "a JSON document");
        }
        do {
          body.read(cursor);
        } while (parser.nextToken() != null);
      } catch (IOException e) {
        throw JsonSyntax.translated(file, parser, e);
      }
    }
  }

  /** Decodes strictly: the parser's own decoder would replace malformed UTF-8. */
  private static InputStreamReader characters(InputStream in) throws IOException {
    in.mark(BYTE_ORDER_MARK.length);
    if (!Arrays.equals(in.readNBytes(BYTE_ORDER_MARK.length), BYTE_ORDER_MARK)) {
      in.reset();
    }
    return new InputStreamReader(
        in,
        UTF_8
            .newDecoder()
            .onMalformedInput(CodingErrorAction.REPORT)
            .onUnmappableCharacter(CodingErrorAction.REPORT));
  }

  private void document(Body body) throws IOException {
    if (parser.nextToken() == null) {
      throw file.error("", "an empty file", "a JSON document");
    }
    body.read(this);
    if (parser.nextToken() != null) {
      throw file.error(JsonPath.ROOT, "more text after the document", "the end of the file");
    }
  }

  /**
   * Reads the object the cursor stands at.
   *
   * @param member called at each member's value
   */
  public void object(Member member) throws IOException {
    require(JsonToken.START_OBJECT, "an object");
    while (parser.nextToken() == JsonToken.FIELD_NAME) {
      String name = parser.currentName();
      parser.nextToken();
      member.read(name);
    }
  }

  /**
   * Reads the array the cursor stands at.
   *
   * @param element called at each element
   */
  public void array(Element element) throws IOException {
    array("an array", element);
  }

  /**
   * Reads the array the cursor stands at, stating in errors what kind of array was expected.
   *
   * @param expected a text such as {@code [begin, end]}
   * @param element called at each element
   * @return the number of elements
   */
  public int array(String expected, Element element) throws IOException {
    require(JsonToken.START_ARRAY, expected);
    int index = 0;
    while (parser.nextToken() != JsonToken.END_ARRAY) {
      element.read(index++);
    }
    return index;
  }

  /**
   * Reads an array that must have a certain length.
   *
   * @param expected a text such as {@code [begin, end]}
   * @param element called at each element up to the length
   */
  public void tuple(int length, String expected, Element element) throws IOException {
    int found =
        array(
            expected,
            index -> {
              if (index < length) {
                element.read(index);
              } else {
                skip();
              }
            });
    if (found != length) {
      throw error("an array of " + found + (found == 1 ? " element" : " elements"), expected);
    }
  }

  /** Skips the value. */
  public void skip() throws IOException {
    parser.skipChildren();
  }

  /** Whether the value is an object. */
  public boolean isObject() {
    return parser.hasToken(JsonToken.START_OBJECT);
  }

  /** Whether the value is an array. */
  public boolean isArray() {
    return parser.hasToken(JsonToken.START_ARRAY);
  }

  /** Whether the value is a text. */
  public boolean isText() {
    return parser.hasToken(JsonToken.VALUE_STRING);
  }

  /** Whether the value is a number, possibly infinite or NaN. */
  public boolean isNumber() {
    return parser.currentToken().isNumeric();
  }

  /**
   * Whether the value is {@code NaN} or infinite.
   *
   * @return true at such a number
   */
  public boolean isNotFinite() throws IOException {
    return isNumber() && parser.isNaN();
  }

  /**
   * Whether the value is {@code null}.
   *
   * @return true at null
   */
  public boolean isNull() {
    return parser.hasToken(JsonToken.VALUE_NULL);
  }

  /** Returns the text, possibly empty. */
  public String text() throws IOException {
    require(JsonToken.VALUE_STRING, "a text");
    return parser.getText();
  }

  /**
   * Returns the text as a view of the parser's buffer, which is valid only until the cursor moves
   * on.
   */
  public CharSequence characters() throws IOException {
    require(JsonToken.VALUE_STRING, "a text");
    return parsed.of(parser.getTextCharacters(), parser.getTextOffset(), parser.getTextLength());
  }

  /**
   * Returns the text, usually as the same object as an equal earlier one; for texts that occur
   * often.
   */
  public String repeatedText() throws IOException {
    return recent.text(characters());
  }

  /** Returns a text, number or boolean as it is written. */
  public String scalar(String expected) throws IOException {
    if (!parser.currentToken().isScalarValue() || isNull()) {
      throw error(found(), expected);
    }
    return parser.getText();
  }

  /** Returns the text, which must not be empty. */
  public String name(String expected) throws IOException {
    require(JsonToken.VALUE_STRING, expected);
    String text = parser.getText();
    if (text.isEmpty()) {
      throw error("an empty text", expected);
    }
    return text;
  }

  /** Returns the number exactly as written. */
  public BigDecimal number(String expected) throws IOException {
    try {
      return decimal(expected);
    } catch (NumberFormatException e) {
      throw error(found(), expected);
    }
  }

  /**
   * Returns the number exactly as written.
   *
   * @throws NumberFormatException if its exponent has more than ten digits
   */
  private BigDecimal decimal(String expected) throws IOException {
    if (!isNumber() || parser.isNaN()) {
      throw error(found(), expected);
    }
    BigDecimal number = parser.getDecimalValue();
    // The exponent of a zero could make later arithmetic build a number of a billion digits.
    return number.signum() == 0 ? BigDecimal.ZERO : number;
  }

  /** Returns a whole number. */
  public int wholeNumber(int min, String expected) throws IOException {
    BigDecimal value = number(expected);
    if (value.compareTo(MOST_WHOLE) > 0) {
      throw error(found() + ", which is above " + MOST_WHOLE, expected);
    }
    try {
      int whole = value.intValueExact();
      if (whole >= min) {
        return whole;
      }
    } catch (ArithmeticException e) {
      // It is a fraction, or far below the minimum.
    }
    throw error(found(), expected);
  }

  /** Returns a positive number. */
  public double positive(String expected) throws IOException {
    double value = number(expected).doubleValue();
    if (!(value > 0) || Double.isInfinite(value)) {
      throw error(found(), expected);
    }
    return value;
  }

  /** Reads a number of seconds, and returns nanoseconds. */
  public long nanos(String expected) throws IOException {
    try {
      return Times.nanos(decimal(expected));
    } catch (IllegalArgumentException e) {
      throw error(found() + ", which is beyond 292 years", expected);
    }
  }

  /** Reads a number of seconds, which must not be negative, and returns nanoseconds. */
  public long duration(String expected) throws IOException {
    long nanos = nanos(expected);
    if (nanos < 0) {
      throw error(found(), expected);
    }
    return nanos;
  }

  /**
   * Reads a moment with its offset from UTC, in ISO 8601.
   *
   * @return nanoseconds since 1970; empty for null
   */
  public OptionalLong moment(String expected) throws IOException {
    if (isNull()) {
      return OptionalLong.empty();
    }
    String text = text();
    try {
      return OptionalLong.of(Times.epochNanos(OffsetDateTime.parse(text).toInstant()));
    } catch (DateTimeException | IllegalArgumentException e) {
      throw error("'" + text + "'", expected);
    }
  }

  /**
   * Returns any value: a map of its members, a list, a text, a number as a double, or a boolean.
   */
  public Object value(String expected) throws IOException {
    if (isObject()) {
      Map<String, Object> members = new LinkedHashMap<>();
      object(name -> members.put(name, value(expected)));
      return members;
    }
    if (parser.hasToken(JsonToken.START_ARRAY)) {
      List<Object> elements = new ArrayList<>();
      array(index -> elements.add(value(expected)));
      return elements;
    }
    if (parser.currentToken().isBoolean()) {
      return parser.getBooleanValue();
    }
    return isText() ? text() : (Object) number(expected).doubleValue();
  }

  /** Returns the path of the cursor's position. */
  public String path() {
    return JsonPath.of(parser.getParsingContext());
  }

  /** Creates an error about the value. */
  public TraceFormatException error(String found, String expected) {
    return file.error(path(), found, expected);
  }

  /** Creates an error about another place. */
  public TraceFormatException error(String path, String found, String expected) {
    return file.error(path, found, expected);
  }

  /** Describes the value for an error message. */
  public String found() throws IOException {
    JsonToken token = parser.currentToken();
    if (token.isStructStart()) {
      return token == JsonToken.START_OBJECT ? "an object" : "an array";
    }
    String text = parser.getText();
    String shown = text.length() > SHOWN ? text.substring(0, SHOWN) + "…" : text;
    return token == JsonToken.VALUE_STRING ? "\"" + shown + "\"" : shown;
  }

  private void require(JsonToken token, String expected) throws IOException {
    if (!parser.hasToken(token)) {
      throw error(found(), expected);
    }
  }
}
