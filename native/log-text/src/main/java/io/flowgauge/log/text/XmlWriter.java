package io.flowgauge.log.text;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.flowgauge.log.Constant;
import io.flowgauge.log.Field;
import io.flowgauge.log.FieldType;
import io.flowgauge.log.LogEvent;
import io.flowgauge.log.StreamIdentity;
import io.flowgauge.log.read.EventCursor;
import java.io.IOException;
import java.io.OutputStream;
import java.util.List;
import javax.xml.stream.XMLOutputFactory;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamWriter;

/** Writes events as XML elements. */
final class XmlWriter implements EventWriter {
  private static final char REPLACEMENT = '\uFFFD';

  private final OutputStream out;
  private final XMLStreamWriter xml;

  XmlWriter(OutputStream out) throws IOException {
    this.out = out;
    try {
      xml = XMLOutputFactory.newDefaultFactory().createXMLStreamWriter(out, UTF_8.name());
      xml.writeStartDocument(UTF_8.name(), "1.0");
      xml.writeCharacters("\n");
      xml.writeStartElement(XmlNames.LOG);
    } catch (XMLStreamException e) {
      throw failed(e);
    }
  }

  @Override
  public void write(EventCursor cursor) throws IOException {
    try {
      event(cursor.event());
    } catch (XMLStreamException e) {
      throw failed(e);
    }
  }

  /** Returns the exception of the stream, if that is the cause. */
  private static IOException failed(XMLStreamException e) {
    Throwable reason = e.getNestedException() == null ? e.getCause() : e.getNestedException();
    return reason instanceof IOException io ? io : new IOException(e);
  }

  private void event(LogEvent event) throws XMLStreamException {
    xml.writeCharacters("\n");
    xml.writeStartElement(XmlNames.EVENT);
    xml.writeAttribute(XmlNames.NAME, event.name());
    xml.writeAttribute(XmlNames.TIME, event.time().toString());
    if (event.source().isPresent()) {
      source(event.source().get());
    }
    List<Field> fields = event.schema().fields();
    for (int k = 0; k < fields.size(); k++) {
      boolean lifeline = event.schema().lifeline().orElse(-1) == k;
      String mark = lifeline ? XmlNames.LIFELINE : "";
      value(fields.get(k).name(), fields.get(k).type(), mark, event.value(k));
    }
    for (Constant constant : event.schema().constants()) {
      value(constant.name(), constant.type(), XmlNames.CONSTANT, constant.value());
    }
    xml.writeEndElement();
  }

  private void source(StreamIdentity source) throws XMLStreamException {
    xml.writeAttribute(XmlNames.HOST, replaceForbidden(source.host()));
    xml.writeAttribute(XmlNames.PROGRAM, replaceForbidden(source.program()));
    xml.writeAttribute(XmlNames.PROCESS, Long.toString(source.processId()));
    if (source.processStart().isPresent()) {
      xml.writeAttribute(XmlNames.PROCESS_START, source.processStart().get().toString());
    }
    xml.writeAttribute(XmlNames.THREAD_ID, Long.toString(source.threadId()));
    xml.writeAttribute(XmlNames.THREAD, replaceForbidden(source.thread()));
  }

  private void value(String name, FieldType type, String mark, Object value)
      throws XMLStreamException {
    xml.writeStartElement(XmlNames.VALUE);
    xml.writeAttribute(XmlNames.NAME, name);
    xml.writeAttribute(XmlNames.TYPE, type.label());
    if (!mark.isEmpty()) {
      xml.writeAttribute(mark, "true");
    }
    text(value.toString());
    xml.writeEndElement();
  }

  /**
   * Writes a text. Carriage returns are written as entities, because plain ones would be read as
   * line feeds.
   */
  private void text(String text) throws XMLStreamException {
    String[] lines = replaceForbidden(text).split("\r", -1);
    xml.writeCharacters(lines[0]);
    for (int k = 1; k < lines.length; k++) {
      xml.writeEntityRef("#13");
      xml.writeCharacters(lines[k]);
    }
  }

  /** Replaces characters that XML cannot represent. */
  private static String replaceForbidden(String text) {
    StringBuilder allowed = new StringBuilder(text.length());
    text.codePoints().forEach(c -> allowed.appendCodePoint(isAllowed(c) ? c : REPLACEMENT));
    return allowed.toString();
  }

  private static boolean isAllowed(int c) {
    return c >= ' '
        ? c <= '\uD7FF' || (c >= '\uE000' && c <= '\uFFFD') || c > '\uFFFF'
        : c == '\t' || c == '\n' || c == '\r';
  }

  @Override
  public void flush() throws IOException {
    try {
      xml.flush();
    } catch (XMLStreamException e) {
      throw failed(e);
    }
  }

  @Override
  public void close() throws IOException {
    try (out) {
      xml.writeCharacters("\n");
      xml.writeEndElement();
      xml.writeCharacters("\n");
      xml.close();
    } catch (XMLStreamException e) {
      throw failed(e);
    }
  }
}
