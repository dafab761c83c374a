package io.flowgauge.traces.otlp;

import io.flowgauge.model.core.Remarks;
import io.flowgauge.traces.json.JsonCursor;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Base64;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.IntPredicate;

/** Reads the spans of a document. Not thread-safe. */
final class SpanParser {
  private static final int MAX_DIGITS = 19;
  private static final int HALF_DIGITS = 16;
  private static final int TRACE_BYTES = 16;
  private static final int SPAN_BYTES = 8;
  private static final String TIME = "nanoseconds since 1970, as a decimal string or a number";
  private static final String ERROR_LABEL = "STATUS_CODE_ERROR";

  private final JsonCursor json;
  private final Remarks remarks;
  private final List<Span> spans;
  private final List<Map<String, String>> resources;

  /** The last trace id as written, kept because most spans and links belong to one trace. */
  private String traceText = "";

  private SpanKey trace = SpanKey.NONE;

  SpanParser(
      JsonCursor json, Remarks remarks, List<Span> spans, List<Map<String, String>> resources) {
    this.json = json;
    this.remarks = remarks;
    this.spans = spans;
    this.resources = resources;
  }

  void parse() throws IOException {
    boolean[] found = {false};
    json.object(
        key -> {
          if (toCamelCase(key).equals("resourceSpans")) {
            found[0] = true;
            json.array(index -> parseResourceSpans());
          } else {
            json.skip();
          }
        });
    if (!found[0]) {
      remarks.warn("documents without resourceSpans, left out", "document");
    }
  }

  /**
   * Returns a key in camel case; Protocol Buffers tools may write names as declared, with
   * underscores.
   */
  private static String toCamelCase(String key) {
    if (key.indexOf('_') < 0) {
      return key;
    }
    StringBuilder camel = new StringBuilder();
    for (String word : List.of(key.split("_", -1))) {
      camel.append(
          camel.isEmpty() || word.isEmpty()
              ? word
              : word.substring(0, 1).toUpperCase(Locale.ROOT) + word.substring(1));
    }
    return camel.toString();
  }

  /**
   * Passes the map of the resource to its spans before it is filled, because the resource may
   * follow them.
   */
  private void parseResourceSpans() throws IOException {
    Map<String, String> resource = new LinkedHashMap<>();
    resources.add(resource);
    json.object(
        key -> {
          switch (toCamelCase(key)) {
            case "resource" -> parseResource(resource);
            case "scopeSpans", "instrumentationLibrarySpans" ->
                json.array(index -> parseScope(resource));
            default -> json.skip();
          }
        });
  }

  private void parseResource(Map<String, String> resource) throws IOException {
    json.object(
        key -> {
          switch (toCamelCase(key)) {
            case "attributes" -> parseAttributes(resource);
            case "droppedAttributesCount" -> dropped("attributes of a resource", "resource");
            default -> json.skip();
          }
        });
  }

  private void parseScope(Map<String, String> resource) throws IOException {
    json.object(
        key -> {
          if (toCamelCase(key).equals("spans")) {
            json.array(index -> parseSpan(new Span(resource)));
          } else {
            json.skip();
          }
        });
  }

  private void parseSpan(Span span) throws IOException {
    json.object(key -> parseMember(toCamelCase(key), span));
    if (span.id == 0) {
      throw json.error("a span without spanId", "16 hexadecimal digits, not all of them 0");
    }
    spans.add(span);
  }

  private void parseMember(String key, Span span) throws IOException {
    switch (key) {
      case "traceId" -> span.trace = trace();
      case "spanId" -> span.id = spanId();
      case "parentSpanId" -> span.parent = spanId();
      case "name" -> span.name = json.repeatedText();
      case "startTimeUnixNano" -> span.start = nanos();
      case "endTimeUnixNano" -> span.end = nanos();
      case "attributes" -> parseAttributes(span.attributes);
      case "events" -> json.array(index -> parseEvent(span));
      case "links" -> json.array(index -> parseLink(span));
      case "status" -> parseStatus(span);
      case "droppedAttributesCount" -> dropped("attributes of a span", span.place());
      case "droppedEventsCount" -> dropped("events of a span", span.place());
      case "droppedLinksCount" ->
          dropped("links of a span, and with them dependencies,", span.place());
      default -> json.skip();
    }
  }

  private void dropped(String what, String where) throws IOException {
    if (number("a number, 0 or more") > 0) {
      remarks.warn(what + " were dropped before they were written", where);
    }
  }

  private void parseEvent(Span span) throws IOException {
    String[] name = {""};
    long[] time = {0};
    json.object(
        key -> {
          switch (toCamelCase(key)) {
            case "name" -> name[0] = json.repeatedText();
            case "timeUnixNano" -> time[0] = nanos();
            case "attributes" -> parseEventAttributes(name[0], span);
            default -> json.skip();
          }
        });
    span.events.add(new Span.Event(name[0], time[0]));
  }

  /** Adds the attributes of an event to the span; those of an exception keep their names. */
  private void parseEventAttributes(String event, Span span) throws IOException {
    Map<String, String> attributes = new LinkedHashMap<>();
    parseAttributes(attributes);
    attributes.forEach(
        (key, value) ->
            span.attributes.putIfAbsent(
                key.startsWith("exception.") ? key : "event." + event + "." + key, value));
  }

  private void parseLink(Span span) throws IOException {
    SpanKey[] linked = {SpanKey.NONE};
    long[] id = {0};
    json.object(
        key -> {
          switch (toCamelCase(key)) {
            case "traceId" -> linked[0] = trace();
            case "spanId" -> id[0] = spanId();
            default -> json.skip();
          }
        });
    span.links.add(linked[0].withSpan(id[0]));
  }

  private void parseStatus(Span span) throws IOException {
    json.object(
        key -> {
          switch (toCamelCase(key)) {
            case "code" -> span.status = status();
            case "message" -> span.message = json.text();
            default -> json.skip();
          }
        });
  }

  private int status() throws IOException {
    return json.isText()
        ? (json.text().equals(ERROR_LABEL) ? Span.ERROR : 0)
        : (int) number("a status code: 0, 1 or 2");
  }

  private void parseAttributes(Map<String, String> into) throws IOException {
    json.array(
        index -> {
          String[] attribute = {"", ""};
          json.object(
              key -> {
                switch (key) {
                  case "key" -> attribute[0] = json.repeatedText();
                  case "value" -> attribute[1] = value();
                  default -> json.skip();
                }
              });
          into.put(attribute[0], attribute[1]);
        });
  }

  /** Returns a value as text, with lists in brackets. */
  private String value() throws IOException {
    if (json.isNull()) {
      return "";
    }
    String[] text = {""};
    json.object(
        key -> {
          String value =
              switch (toCamelCase(key)) {
                case "arrayValue" -> list();
                case "kvlistValue" -> map();
                default -> json.isText() ? json.repeatedText() : json.scalar("a value");
              };
          text[0] = text[0].isEmpty() ? value : text[0].concat(value);
        });
    return text[0];
  }

  private String list() throws IOException {
    List<String> elements = new ArrayList<>();
    json.object(
        key -> {
          if (key.equals("values")) {
            json.array(index -> elements.add(value()));
          } else {
            json.skip();
          }
        });
    return elements.toString();
  }

  private String map() throws IOException {
    Map<String, String> members = new LinkedHashMap<>();
    json.object(
        key -> {
          if (key.equals("values")) {
            parseAttributes(members);
          } else {
            json.skip();
          }
        });
    return members.toString();
  }

  private long spanId() throws IOException {
    CharSequence hex = hex(json.characters(), SPAN_BYTES);
    return hex.isEmpty() ? 0 : HexFormat.fromHexDigitsToLong(hex);
  }

  /** Reads a trace id, as a key without span. */
  private SpanKey trace() throws IOException {
    CharSequence text = json.characters();
    if (!traceText.contentEquals(text)) {
      traceText = text.toString();
      CharSequence hex = hex(traceText, TRACE_BYTES);
      trace =
          hex.isEmpty()
              ? SpanKey.NONE
              : new SpanKey(
                  HexFormat.fromHexDigitsToLong(hex, 0, HALF_DIGITS),
                  HexFormat.fromHexDigitsToLong(hex, HALF_DIGITS, hex.length()),
                  0);
    }
    return trace;
  }

  /**
   * Returns an id in hexadecimal digits; empty if there is none, which may also be written as
   * zeros.
   */
  private CharSequence hex(CharSequence text, int bytes) throws IOException {
    if (isAll(text, c -> c == '0')) {
      return "";
    }
    if (text.length() == 2 * bytes && isAll(text, HexFormat::isHexDigit)) {
      return text;
    }
    try {
      byte[] decoded = Base64.getDecoder().decode(text.toString());
      if (decoded.length == bytes) {
        return HexFormat.of().formatHex(decoded);
      }
    } catch (IllegalArgumentException e) {
      throw json.error(json.found(), "an id of " + 2 * bytes + " hexadecimal digits");
    }
    throw json.error(json.found(), "an id of " + 2 * bytes + " hexadecimal digits");
  }

  private long nanos() throws IOException {
    return number(TIME);
  }

  private long number(String expected) throws IOException {
    try {
      if (json.isText()) {
        CharSequence text = json.characters();
        if (!text.isEmpty()
            && text.length() <= MAX_DIGITS
            && isAll(text, c -> c >= '0' && c <= '9')) {
          return Long.parseLong(text, 0, text.length(), 10);
        }
        throw json.error(json.found(), expected);
      }
      long value = json.number(expected).longValueExact();
      if (value >= 0) {
        return value;
      }
    } catch (ArithmeticException | NumberFormatException e) {
      throw json.error(json.found(), expected);
    }
    throw json.error(json.found(), expected);
  }

  private static boolean isAll(CharSequence text, IntPredicate kind) {
    for (int k = 0; k < text.length(); k++) {
      if (!kind.test(text.charAt(k))) {
        return false;
      }
    }
    return true;
  }
}
