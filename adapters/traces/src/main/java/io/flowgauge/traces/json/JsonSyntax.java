package io.flowgauge.traces.json;

import com.fasterxml.jackson.core.JacksonException;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.exc.StreamConstraintsException;
import com.fasterxml.jackson.core.io.JsonEOFException;
import io.flowgauge.trace.TraceFile;
import io.flowgauge.trace.TraceFormatException;
import java.io.IOException;
import java.nio.charset.CharacterCodingException;
import java.util.regex.Pattern;

/** Translates the parser's messages about invalid JSON into this library's wording. */
final class JsonSyntax {
  /** Names of parser internals, which mean nothing to the owner of the file. */
  private static final Pattern INTERNALS =
      Pattern.compile(", from `[^`]*`|\\s*\\(?\\[Source[^\\]]*\\]\\)?|: enable `.*");

  /**
   * The parser's message if the input ends within a number, for which it has no exception of its
   * own.
   */
  private static final String END = "Unexpected end-of-input";

  private static final String DUPLICATE = "Duplicate field";

  private JsonSyntax() {}

  static IOException translated(TraceFile file, JsonParser parser, IOException e) {
    String path = JsonPath.of(parser.getParsingContext());
    if (e instanceof CharacterCodingException) {
      return error(file, path, "bytes that are not UTF-8", "a JSON document in UTF-8", e);
    }
    if (!(e instanceof JacksonException syntax)) {
      return e;
    }
    String place = path + " (line " + parser.currentLocation().getLineNr() + ")";
    if (e instanceof JsonEOFException || syntax.getOriginalMessage().startsWith(END)) {
      return error(file, place, "the end of the file", "the rest of a JSON document", e);
    }
    String found = INTERNALS.matcher(syntax.getOriginalMessage()).replaceAll("");
    if (e instanceof StreamConstraintsException) {
      return error(file, place, found, "a document within that limit", e);
    }
    return found.startsWith(DUPLICATE)
        ? error(file, path, "this key a second time", "every key once", e)
        : error(file, place, found, "a JSON document", e);
  }

  private static TraceFormatException error(
      TraceFile file, String place, String found, String expected, IOException cause) {
    return new TraceFormatException(file.name(), place, found, expected, cause);
  }
}
