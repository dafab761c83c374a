package io.flowgauge.traces.condor;

import java.io.IOException;
import java.io.StringReader;
import java.util.Map;
import java.util.TreeMap;
import javax.xml.stream.XMLInputFactory;
import javax.xml.stream.XMLStreamConstants;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamReader;

/**
 * Ads as elements of XML: {@code <c>} holds {@code <a n="name">} with the value in an element for
 * its type. Neither document types nor entities of the document's own are read. Not thread-safe.
 */
final class XmlAd extends AdText {
  private static final String OPENING = "<c>";
  private static final String CLOSING = "</c>";

  private boolean header;

  @Override
  int step(String text, int index) {
    char c = text.charAt(index);
    if (text.startsWith(OPENING, index)) {
      enter();
      return index + OPENING.length();
    }
    if (text.startsWith(CLOSING, index)) {
      leave();
      return index + CLOSING.length();
    }
    header = depth() == 0 && c != '>' && (header || c == '<');
    return index + 1;
  }

  @Override
  void beginLine() {
    header = false;
  }

  @Override
  String opening() {
    return OPENING;
  }

  /** Accepts other elements, such as one around all events, and the declaration of the document. */
  @Override
  boolean isBetween(char c) {
    return header || c == '>' || c == '.' || Character.isWhitespace(c);
  }

  @Override
  Map<String, String> parse(String ad) throws IOException {
    XMLInputFactory factory = XMLInputFactory.newDefaultFactory();
    factory.setProperty(XMLInputFactory.SUPPORT_DTD, false);
    factory.setProperty(XMLInputFactory.IS_SUPPORTING_EXTERNAL_ENTITIES, false);
    factory.setProperty(XMLInputFactory.IS_COALESCING, true);
    try {
      return values(factory.createXMLStreamReader(new StringReader(ad)));
    } catch (XMLStreamException e) {
      throw new IOException(e);
    }
  }

  private static Map<String, String> values(XMLStreamReader xml) throws XMLStreamException {
    Map<String, String> values = new TreeMap<>();
    String name = "";
    int depth = 0;
    while (xml.hasNext()) {
      int event = xml.next();
      if (event == XMLStreamConstants.START_ELEMENT) {
        if (++depth == MAX_DEPTH) {
          throw new XMLStreamException("elements nested over " + MAX_DEPTH + " deep");
        }
        if (depth == 2) {
          name = attribute(xml, "n");
        } else if (depth == 3 && xml.getLocalName().equals("b")) {
          put(name, String.valueOf(attribute(xml, "v").startsWith("t")), values);
        }
      } else if (event == XMLStreamConstants.END_ELEMENT) {
        depth--;
      } else if (event == XMLStreamConstants.CHARACTERS && depth == 3) {
        put(name, xml.getText(), values);
      }
    }
    return values;
  }

  private static String attribute(XMLStreamReader xml, String name) {
    String value = xml.getAttributeValue(null, name);
    return value == null ? "" : value;
  }
}
