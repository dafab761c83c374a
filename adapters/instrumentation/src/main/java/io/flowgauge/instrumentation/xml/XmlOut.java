package io.flowgauge.instrumentation.xml;

import java.io.IOException;
import java.io.OutputStream;
import java.time.Instant;
import java.util.Optional;
import javax.xml.stream.XMLOutputFactory;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamWriter;

/** Writes a document, one element per line. Leaves the stream open. Not thread-safe. */
final class XmlOut {
  static final String NAMESPACE = "urn:flowgauge:instrumentation:1";
  static final String VERSION = "1";

  private final XMLStreamWriter out;
  private int depth;
  private boolean hasText;

  private XmlOut(XMLStreamWriter out) {
    this.out = out;
  }

  /** Writes the content of a document. */
  @FunctionalInterface
  interface Content {
    void write(XmlOut out) throws XMLStreamException;
  }

  static void write(OutputStream to, Content content) throws IOException {
    try {
      XMLStreamWriter writer =
          XMLOutputFactory.newDefaultFactory().createXMLStreamWriter(to, "UTF-8");
      writer.writeStartDocument("UTF-8", "1.0");
      content.write(new XmlOut(writer));
      writer.writeEndDocument();
      writer.writeCharacters("\n");
      writer.flush();
    } catch (XMLStreamException e) {
      throw e.getNestedException() instanceof IOException io ? io : new IOException(e);
    }
  }

  XmlOut start(String element) throws XMLStreamException {
    newLine();
    out.writeStartElement(element);
    if (depth == 0) {
      out.writeDefaultNamespace(NAMESPACE);
    }
    depth++;
    hasText = false;
    return this;
  }

  private void newLine() throws XMLStreamException {
    out.writeCharacters("\n" + "  ".repeat(depth));
  }

  /** Ends an element that contains elements or text. */
  void end() throws XMLStreamException {
    depth--;
    if (!hasText) {
      newLine();
    }
    hasText = false;
    out.writeEndElement();
  }

  /** Ends an element without content. */
  void endEmpty() throws XMLStreamException {
    depth--;
    hasText = false;
    out.writeEndElement();
  }

  XmlOut text(String text) throws XMLStreamException {
    out.writeCharacters(XmlText.encode(text));
    hasText = true;
    return this;
  }

  XmlOut attribute(String name, String value) throws XMLStreamException {
    out.writeAttribute(name, XmlText.encode(value));
    return this;
  }

  XmlOut attribute(String name, Optional<?> value) throws XMLStreamException {
    return value.isPresent() ? attribute(name, value.get().toString()) : this;
  }

  XmlOut attribute(String name, long value) throws XMLStreamException {
    return attribute(name, Long.toString(value));
  }

  /** Writes a number, unless it is 0. */
  XmlOut attributeUnlessZero(String name, long value) throws XMLStreamException {
    return value == 0 ? this : attribute(name, value);
  }

  XmlOut attributeUnlessZero(String name, double value) throws XMLStreamException {
    return Double.compare(value, 0) == 0 ? this : attribute(name, value);
  }

  /** Writes a number in XML's form, which spells infinity differently from Java. */
  XmlOut attribute(String name, double value) throws XMLStreamException {
    return attribute(name, Double.toString(value).replace("Infinity", "INF"));
  }

  XmlOut attribute(String name, Instant value) throws XMLStreamException {
    return attribute(name, value.toString());
  }
}
