package io.flowgauge.log.text;

import io.flowgauge.log.EventSchema;
import io.flowgauge.log.FieldType;
import io.flowgauge.log.LogEvent;
import io.flowgauge.log.StreamIdentity;
import io.flowgauge.trace.Times;
import io.flowgauge.trace.TraceFormatException;
import java.io.IOException;
import java.io.InputStream;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Function;
import javax.xml.stream.XMLInputFactory;
import javax.xml.stream.XMLStreamConstants;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamReader;

/** Reads events from XML. */
final class XmlCursor extends ParsedCursor {
  private static final String REASON = "Message: ";

  private final String name;
  private final XMLStreamReader xml;

  XmlCursor(InputStream in, String name) throws IOException {
    this.name = name;
    XMLInputFactory factory = XMLInputFactory.newDefaultFactory();
    factory.setProperty(XMLInputFactory.SUPPORT_DTD, false);
    factory.setProperty(XMLInputFactory.IS_SUPPORTING_EXTERNAL_ENTITIES, false);
    factory.setProperty(XMLInputFactory.IS_COALESCING, true);
    try {
      xml = factory.createXMLStreamReader(in);
    } catch (XMLStreamException e) {
      throw failed(e, "line 1");
    }
  }

  @Override
  LogEvent read() throws IOException {
    try {
      while (xml.hasNext()) {
        if (xml.next() == XMLStreamConstants.START_ELEMENT && isAt(XmlNames.EVENT)) {
          return parsedEvent();
        }
      }
      return null;
    } catch (XMLStreamException e) {
      throw failed(e, place());
    } catch (IllegalArgumentException e) {
      throw new TraceFormatException(name, place(), String.valueOf(e.getMessage()), "an event", e);
    }
  }

  private TraceFormatException failed(XMLStreamException e, String place) {
    String message = String.valueOf(e.getMessage());
    int reason = message.lastIndexOf(REASON); // Follows a place that our message names already.
    String found = reason < 0 ? message : message.substring(reason + REASON.length());
    return new TraceFormatException(name, place, found, "XML", e);
  }

  private String place() {
    return "line " + xml.getLocation().getLineNumber();
  }

  private boolean isAt(String element) {
    return xml.getLocalName().equals(element);
  }

  private LogEvent parsedEvent() throws XMLStreamException {
    EventSchema.Builder schema = EventSchema.named(required(XmlNames.NAME));
    long time = Times.epochNanos(parsed(XmlNames.TIME, Instant::parse));
    Optional<StreamIdentity> source = origin();
    List<Object> values = new ArrayList<>();
    while (xml.nextTag() == XMLStreamConstants.START_ELEMENT) {
      value(schema, values);
    }
    LogEvent event = LogEvent.of(time, schema.build(), values.toArray());
    return source.map(event::from).orElse(event);
  }

  private String required(String attribute) {
    String value = xml.getAttributeValue(null, attribute);
    if (value == null) {
      throw new IllegalArgumentException(
          "element " + xml.getLocalName() + " without attribute " + attribute);
    }
    return value;
  }

  private <T> T parsed(String attribute, Function<String, T> parse) {
    return parsed(attribute, required(attribute), parse);
  }

  private static <T> T parsed(String what, String text, Function<String, T> parse) {
    try {
      return parse.apply(text);
    } catch (IllegalArgumentException | DateTimeException e) {
      throw new IllegalArgumentException(what + " '" + text + "'", e);
    }
  }

  private Optional<StreamIdentity> origin() {
    String host = xml.getAttributeValue(null, XmlNames.HOST);
    if (host == null) {
      return Optional.empty();
    }
    Optional<Instant> start =
        xml.getAttributeValue(null, XmlNames.PROCESS_START) == null
            ? Optional.empty()
            : Optional.of(parsed(XmlNames.PROCESS_START, Instant::parse));
    return Optional.of(
        new StreamIdentity(
            host,
            required(XmlNames.PROGRAM),
            parsed(XmlNames.PROCESS, Long::valueOf),
            start,
            parsed(XmlNames.THREAD_ID, Long::valueOf),
            required(XmlNames.THREAD)));
  }

  private void value(EventSchema.Builder schema, List<Object> values) throws XMLStreamException {
    if (!isAt(XmlNames.VALUE)) {
      throw new IllegalArgumentException("element " + xml.getLocalName());
    }
    String field = required(XmlNames.NAME);
    FieldType type =
        parsed(XmlNames.TYPE, text -> FieldType.valueOf(text.toUpperCase(Locale.ROOT)));
    boolean lifeline = isMarked(XmlNames.LIFELINE);
    boolean constant = isMarked(XmlNames.CONSTANT);
    Object value =
        parsed(field + " of type " + type.label(), xml.getElementText(), text -> value(type, text));
    if (constant) {
      schema.constant(field, value);
      return;
    }
    values.add(value);
    if (lifeline) {
      schema.lifeline(field, type);
    } else {
      schema.field(field, type);
    }
  }

  private boolean isMarked(String attribute) {
    return "true".equals(xml.getAttributeValue(null, attribute));
  }

  private static Object value(FieldType type, String text) {
    return switch (type) {
      case INT32 -> Integer.valueOf(text);
      case INT64 -> Long.valueOf(text);
      case FLOAT32 -> Float.valueOf(text);
      case FLOAT64 -> Double.valueOf(text);
      case STRING -> text;
    };
  }
}
