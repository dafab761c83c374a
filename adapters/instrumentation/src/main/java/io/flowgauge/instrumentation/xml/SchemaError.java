package io.flowgauge.instrumentation.xml;

import io.flowgauge.trace.TraceFormatException;
import java.math.BigDecimal;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.xml.sax.SAXParseException;

/**
 * Turns a message of the parser or validator into what was found and what was expected. Immutable.
 */
final class SchemaError {
  /** The form of a message, and what was found and expected, in terms of the groups of the form. */
  private record Form(Pattern message, String found, String expected) {
    /** Returns the form of a validator's message in any language: a code, then parts in quotes. */
    static Form of(String code, String quotes, String found, String expected) {
      return of(code + ": [^']*" + quotes, found, expected);
    }

    /** Returns the form of a parser's message, in English. */
    static Form of(String message, String found, String expected) {
      return new Form(Pattern.compile(message, Pattern.DOTALL), found, expected);
    }
  }

  /** Parts in quotes come in the same order in every language. */
  private static final List<Form> FORMS =
      List.of(
          Form.of(
              "cvc-complex-type\\.2\\.4\\.a",
              "'\\{?(.*?)\\}?'[^']*'\\{(.*)\\}'.*",
              "element $1",
              "one of the elements $2"),
          Form.of(
              "cvc-complex-type\\.2\\.4\\.b",
              "'(.*?)'[^']*'\\{(.*)\\}'.*",
              "the end of element $1",
              "one of the elements $2"),
          Form.of(
              "cvc-complex-type\\.2\\.4\\.[d-f]",
              "'\\{?(.*?)\\}?'.*",
              "element $1",
              "no further element"),
          Form.of(
              "cvc-complex-type\\.2\\.[1-3]",
              "'(.*?)'.*",
              "text or elements in element $1",
              "nothing of that kind in it"),
          Form.of(
              "cvc-complex-type\\.3\\.2\\.2",
              "'(.*?)'[^']*'(.*?)'.*",
              "attribute $1 of element $2",
              "only attributes the schema knows"),
          Form.of(
              "cvc-complex-type\\.4",
              "'(.*?)'[^']*'(.*?)'.*",
              "element $2 without attribute $1",
              "the attribute"),
          Form.of("cvc-elt\\.1[.a]*", "'(.*?)'.*", "element $1", "the document's own root element"),
          Form.of("cvc-enumeration-valid", "'(.*)'[^']*'\\[(.*)\\]'.*", "'$1'", "one of $2"),
          Form.of(
              "cvc-pattern-valid", "'(.*)'[^']*'(.*)'[^']*'.*'.*", "'$1'", "text of the form $2"),
          Form.of(
              "cvc-minLength-valid",
              "'(.*)'[^']*'.*'[^']*'.*'[^']*'.*'.*",
              "'$1'",
              "text that is not empty"),
          Form.of(
              "cvc-minInclusive-valid",
              "'(.*)'[^']*'(.*)'[^']*'.*'.*",
              "'$1'",
              "a number from $2 on"),
          Form.of(
              "cvc-minExclusive-valid",
              "'(.*)'[^']*'(.*)'[^']*'.*'.*",
              "'$1'",
              "a number above $2"),
          Form.of("cvc-datatype-valid[.0-9]*", "'(.*)'[^']*'(.*)'.*", "'$1'", "a value of type $2"),
          Form.of("(?i).*DOCTYPE.*", "a document type declaration", "a document without one"),
          Form.of(".*Content is not allowed in prolog.*", "no XML", "an XML document"),
          Form.of(".*Premature end of file.*", "the end of the file", "an XML document"),
          Form.of(
              ".*XML document structures must start and end within the same entity.*",
              "the end of the file",
              "the end of every element"));

  /** The namespace before names in messages, as in {@code "urn:…":region}. */
  private static final Pattern NAMESPACE =
      Pattern.compile("\"?" + Pattern.quote(XmlOut.NAMESPACE) + "\"?:");

  /** Bounds of real numbers as the validator writes them. */
  private static final Pattern REAL = Pattern.compile("-?[0-9]\\.[0-9]{1,20}E-?[0-9]{1,2}");

  private final SAXParseException cause;
  private final String found;
  private final String expected;

  private SchemaError(SAXParseException cause, String found, String expected) {
    this.cause = cause;
    this.found = found;
    this.expected = expected;
  }

  static SchemaError of(SAXParseException e) {
    String message = "" + e.getMessage();
    for (Form form : FORMS) {
      Matcher matcher = form.message().matcher(message);
      if (matcher.matches()) {
        return new SchemaError(e, expand(matcher, form.found()), expand(matcher, form.expected()));
      }
    }
    return new SchemaError(e, readable(message), "well-formed XML that is valid by its schema");
  }

  private static String expand(Matcher matcher, String template) {
    String text = template;
    for (int group = 1; group <= matcher.groupCount(); group++) {
      text = text.replace("$" + group, readable(matcher.group(group)));
    }
    return text;
  }

  private static String readable(String text) {
    String plain = NAMESPACE.matcher(text).replaceAll("");
    return REAL.matcher(plain).matches()
        ? new BigDecimal(plain).stripTrailingZeros().toPlainString()
        : plain;
  }

  TraceFormatException in(String file) {
    String place = cause.getLineNumber() > 0 ? "line " + cause.getLineNumber() : "";
    return new TraceFormatException(file, place, found, expected, cause);
  }
}
