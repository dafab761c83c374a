package io.flowgauge.log.plot;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.io.OutputStream;
import java.util.Locale;
import javax.xml.stream.XMLOutputFactory;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamWriter;

/** Writes elements of SVG. Not thread-safe. */
final class Svg {
  private static final String NAMESPACE = "http://www.w3.org/2000/svg";
  private static final char REPLACEMENT = '\uFFFD';

  private final XMLStreamWriter xml;

  Svg(OutputStream out) throws IOException {
    try {
      xml = XMLOutputFactory.newDefaultFactory().createXMLStreamWriter(out, UTF_8.name());
      xml.writeStartDocument(UTF_8.name(), "1.0");
      xml.writeCharacters("\n");
      xml.setDefaultNamespace(NAMESPACE);
      xml.writeStartElement(NAMESPACE, "svg");
      xml.writeDefaultNamespace(NAMESPACE);
    } catch (XMLStreamException e) {
      throw failed(e);
    }
  }

  /** Returns the exception of the stream, if that is the cause. */
  private static IOException failed(XMLStreamException e) {
    Throwable reason = e.getNestedException() == null ? e.getCause() : e.getNestedException();
    return reason instanceof IOException io ? io : new IOException(e);
  }

  /** Begins an element with names and values of attributes. */
  Svg begin(String element, Object... attributes) throws IOException {
    try {
      xml.writeCharacters("\n");
      xml.writeStartElement(NAMESPACE, element);
      attributes(attributes);
      return this;
    } catch (XMLStreamException e) {
      throw failed(e);
    }
  }

  /** Writes attributes of the current element, as alternating names and values. */
  Svg attributes(Object... attributes) throws IOException {
    try {
      for (int k = 0; k < attributes.length; k += 2) {
        xml.writeAttribute((String) attributes[k], text(attributes[k + 1]));
      }
      return this;
    } catch (XMLStreamException e) {
      throw failed(e);
    }
  }

  private static String text(Object value) {
    return value instanceof Double number ? number(number) : replaceForbidden(value.toString());
  }

  /** Formats a number of pixels, rounded to a tenth. */
  static String number(double value) {
    String text = String.format(Locale.ROOT, "%.1f", value);
    return text.endsWith(".0") ? text.substring(0, text.length() - 2) : text;
  }

  Svg end() throws IOException {
    try {
      xml.writeEndElement();
      return this;
    } catch (XMLStreamException e) {
      throw failed(e);
    }
  }

  /** Writes an element that contains only a text. */
  Svg text(String element, String text, Object... attributes) throws IOException {
    begin(element, attributes);
    try {
      xml.writeCharacters(replaceForbidden(text));
    } catch (XMLStreamException e) {
      throw failed(e);
    }
    return end();
  }

  /** Ends the document. */
  void close() throws IOException {
    try {
      xml.writeEndDocument();
      xml.writeCharacters("\n");
      xml.flush();
    } catch (XMLStreamException e) {
      throw failed(e);
    }
  }

  /**
   * Replaces characters that XML cannot represent: most control characters, and unpaired
   * surrogates.
   */
  private static String replaceForbidden(String text) {
    StringBuilder allowed = new StringBuilder(text.length());
    text.codePoints()
        .forEach(
            c -> {
              boolean isNone =
                  (c < ' ' && c != '\n' && c != '\t')
                      || Character.getType(c) == Character.SURROGATE
                      || (c & 0xFFFE) == 0xFFFE;
              allowed.appendCodePoint(isNone ? REPLACEMENT : c);
            });
    return allowed.toString();
  }
}
