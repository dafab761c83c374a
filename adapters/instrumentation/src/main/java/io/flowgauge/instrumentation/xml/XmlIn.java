package io.flowgauge.instrumentation.xml;

import io.flowgauge.trace.TraceFormatException;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.time.Instant;
import java.time.format.DateTimeParseException;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalDouble;
import javax.xml.stream.XMLInputFactory;
import javax.xml.stream.XMLStreamConstants;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamReader;

/**
 * Reads a document already validated against its schema. It is always positioned on a start tag.
 * Not thread-safe.
 */
final class XmlIn {
  /**
   * Most bytes of a document: enough for the structure of the largest programs. Larger documents
   * are not read.
   */
  static final int LARGEST = 256 << 20;

  private final XMLStreamReader in;
  private final String file;

  private XmlIn(XMLStreamReader in, String file) {
    this.in = in;
    this.file = file;
  }

  /**
   * Makes a value of the element at which the reader is, and leaves the reader at the element's
   * end.
   */
  @FunctionalInterface
  interface Parser<T> {
    T parse(XmlIn in) throws IOException, XMLStreamException;
  }

  /** Receives an element within another, positioned on its start tag. */
  @FunctionalInterface
  interface Child {
    void take(String element) throws IOException, XMLStreamException;
  }

  static <T> T read(InputStream from, String file, String schema, Parser<T> root)
      throws IOException {
    byte[] document = from.readNBytes(LARGEST + 1);
    if (document.length > LARGEST) {
      throw new TraceFormatException(
          file, "", "more than " + LARGEST + " bytes", "a smaller document");
    }
    Schemas.check(document, file, schema);
    XMLInputFactory factory = XMLInputFactory.newDefaultFactory();
    factory.setProperty(XMLInputFactory.SUPPORT_DTD, false);
    factory.setProperty(XMLInputFactory.IS_SUPPORTING_EXTERNAL_ENTITIES, false);
    factory.setProperty(XMLInputFactory.IS_COALESCING, true);
    try {
      XMLStreamReader reader = factory.createXMLStreamReader(new ByteArrayInputStream(document));
      return new XmlIn(reader, file).root(root);
    } catch (XMLStreamException e) {
      String place = e.getLocation() == null ? "" : "line " + e.getLocation().getLineNumber();
      throw new TraceFormatException(file, place, "" + e.getMessage(), "XML that can be read", e);
    }
  }

  private <T> T root(Parser<T> root) throws IOException, XMLStreamException {
    while (in.next() != XMLStreamConstants.START_ELEMENT) {
      // Comments and white space may come before the root.
    }
    return parse(root);
  }

  /** Parses an element; values that contradict each other are reported with their line. */
  <T> T parse(Parser<T> parser) throws IOException, XMLStreamException {
    int line = in.getLocation().getLineNumber();
    try {
      return parser.parse(this);
    } catch (IllegalArgumentException e) {
      throw new TraceFormatException(
          file, "line " + line, "" + e.getMessage(), "consistent values", e);
    }
  }

  TraceFormatException error(String found, String expected) {
    return new TraceFormatException(
        file, "line " + in.getLocation().getLineNumber(), found, expected);
  }

  /** Visits the elements within the current one, up to its end. */
  void children(Child child) throws IOException, XMLStreamException {
    int event = in.next();
    while (event != XMLStreamConstants.END_ELEMENT) {
      if (event == XMLStreamConstants.START_ELEMENT) {
        child.take(in.getLocalName());
      }
      event = in.next();
    }
  }

  /** Skips the contents of the current element. */
  void end() throws IOException, XMLStreamException {
    children(element -> end());
  }

  /** Returns the text in the current element. */
  String text() throws XMLStreamException {
    return XmlText.decode(in.getElementText());
  }

  Optional<String> optional(String attribute) {
    return Optional.ofNullable(in.getAttributeValue(null, attribute)).map(XmlText::decode);
  }

  String attribute(String name) {
    return optional(name)
        .orElseThrow(() -> new IllegalStateException("the schema does not demand " + name));
  }

  String attribute(String name, String otherwise) {
    return optional(name).orElse(otherwise);
  }

  long whole(String name, long otherwise) {
    return optional(name).map(text -> Long.parseLong(text.strip())).orElse(otherwise);
  }

  int number(String name, int otherwise) {
    return Math.toIntExact(whole(name, otherwise));
  }

  boolean flag(String name, boolean otherwise) {
    return optional(name)
        .map(String::strip)
        .map(text -> text.equals("true") || text.equals("1"))
        .orElse(otherwise);
  }

  OptionalDouble real(String name) {
    Optional<String> text = optional(name);
    return text.isEmpty()
        ? OptionalDouble.empty()
        : OptionalDouble.of(Double.parseDouble(text.get().strip().replace("INF", "Infinity")));
  }

  double real(String name, double otherwise) {
    return real(name).orElse(otherwise);
  }

  Optional<Instant> moment(String name) throws TraceFormatException {
    Optional<String> text = optional(name).map(String::strip);
    try {
      return text.map(Instant::parse);
    } catch (DateTimeParseException e) {
      throw error("'" + text.orElse("") + "'", "a moment such as 2026-01-31T23:59:59Z");
    }
  }

  /** Returns the constant whose name in lower case, with hyphens, is the attribute's value. */
  <E extends Enum<E>> E constant(String name, Class<E> type) {
    return Enum.valueOf(type, attribute(name).replace('-', '_').toUpperCase(Locale.ROOT));
  }
}
