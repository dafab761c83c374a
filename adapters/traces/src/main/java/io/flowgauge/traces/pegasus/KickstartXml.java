package io.flowgauge.traces.pegasus;

import java.io.StringReader;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Optional;
import java.util.Set;
import javax.xml.stream.XMLInputFactory;
import javax.xml.stream.XMLStreamConstants;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamReader;

/**
 * Reads a kickstart record in XML, naming values as in YAML. Neither document types nor entities of
 * the document's own are read. Stateless.
 */
final class KickstartXml {
  private static final int MAX_DEPTH = 100;
  private static final String ARGUMENT = "invocation.mainjob.argument-vector.arg";
  private static final int ARGUMENT_DEPTH = 4;

  private KickstartXml() {}

  /** Returns the record; empty if the text is not XML. */
  static Optional<KickstartRecord> read(String text, Set<String> kept) {
    XMLInputFactory factory = XMLInputFactory.newDefaultFactory();
    factory.setProperty(XMLInputFactory.SUPPORT_DTD, false);
    factory.setProperty(XMLInputFactory.IS_SUPPORTING_EXTERNAL_ENTITIES, false);
    factory.setProperty(XMLInputFactory.IS_REPLACING_ENTITY_REFERENCES, false);
    try {
      return Optional.of(record(factory.createXMLStreamReader(new StringReader(text)), kept));
    } catch (XMLStreamException e) {
      return Optional.empty();
    }
  }

  private static KickstartRecord record(XMLStreamReader xml, Set<String> kept)
      throws XMLStreamException {
    KickstartRecord record = new KickstartRecord();
    Deque<String> path = new ArrayDeque<>();
    StringBuilder text = new StringBuilder();
    while (xml.hasNext()) {
      int event = xml.next();
      if (event == XMLStreamConstants.START_ELEMENT) {
        if (path.size() == MAX_DEPTH) {
          throw new XMLStreamException("elements nested over " + MAX_DEPTH + " deep");
        }
        path.addLast(xml.getLocalName());
        String at = String.join(".", path);
        attributes(xml, at, record, kept);
        if (at.equals(ARGUMENT)) {
          text.setLength(0);
        }
      } else if (event == XMLStreamConstants.CHARACTERS && path.size() == ARGUMENT_DEPTH) {
        text.append(xml.getText());
      } else if (event == XMLStreamConstants.END_ELEMENT) {
        if (String.join(".", path).equals(ARGUMENT)) {
          record.argument(text.toString());
        }
        path.removeLast();
      }
    }
    return record;
  }

  private static void attributes(
      XMLStreamReader xml, String path, KickstartRecord record, Set<String> kept) {
    String inner = path.equals("invocation") ? "" : path.substring("invocation.".length()) + ".";
    for (int k = 0; k < xml.getAttributeCount(); k++) {
      String name =
          (inner + xml.getAttributeLocalName(k))
              .replace("status.regular.exitcode", "status.regular_exitcode");
      if (kept.contains(name)) {
        record.put(name, xml.getAttributeValue(k));
      }
    }
  }
}
