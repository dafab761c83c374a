package io.flowgauge.instrumentation.xml;

import io.flowgauge.trace.TraceFormatException;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.net.URL;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import javax.xml.XMLConstants;
import javax.xml.parsers.ParserConfigurationException;
import javax.xml.parsers.SAXParserFactory;
import javax.xml.transform.sax.SAXSource;
import javax.xml.transform.stream.StreamSource;
import javax.xml.validation.Schema;
import javax.xml.validation.SchemaFactory;
import javax.xml.validation.Validator;
import org.xml.sax.ErrorHandler;
import org.xml.sax.InputSource;
import org.xml.sax.SAXException;
import org.xml.sax.SAXParseException;
import org.xml.sax.XMLReader;

/** Checks documents against the schemas next to this class. Thread-safe. */
final class Schemas {
  private static final int MOST_KEPT = 16;
  private static final Map<String, Schema> COMPILED = new ConcurrentHashMap<>();
  private static final Map<String, Queue<Checker>> FREE = new ConcurrentHashMap<>();

  /**
   * Checks one document at a time. Kept for reuse, because making it takes longer than checking a
   * small document.
   */
  private record Checker(Validator validator, XMLReader reader) {}

  private Schemas() {}

  private static Schema schema(String name) {
    return COMPILED.computeIfAbsent(name, Schemas::compile);
  }

  private static Schema compile(String name) {
    URL resource = Schemas.class.getResource(name);
    try {
      SchemaFactory factory = SchemaFactory.newDefaultInstance();
      factory.setFeature(XMLConstants.FEATURE_SECURE_PROCESSING, true);
      // A schema includes others of this folder, which may lie in a jar or in the run-time image.
      factory.setProperty(XMLConstants.ACCESS_EXTERNAL_SCHEMA, "file,jar:file,jrt");
      factory.setProperty(XMLConstants.ACCESS_EXTERNAL_DTD, "");
      return factory.newSchema(new StreamSource(resource.toExternalForm()));
    } catch (SAXException e) {
      throw new IllegalStateException("the schema " + name + " of this library is damaged", e);
    }
  }

  /** Checks a document. */
  static void check(byte[] document, String file, String schema) throws IOException {
    try {
      Checker checker = borrowChecker(schema);
      InputSource source = new InputSource(new ByteArrayInputStream(document));
      checker.validator().validate(new SAXSource(checker.reader(), source));
      // Not reached after a failure, which may leave the checker in any state.
      returnChecker(schema, checker);
    } catch (SAXParseException e) {
      throw SchemaError.of(e).in(file);
    } catch (SAXException | ParserConfigurationException e) {
      throw new TraceFormatException(file, "", "" + e.getMessage(), "XML that can be read", e);
    } catch (IOException e) {
      // The document is in memory, so the failure is about its encoding.
      throw new TraceFormatException(file, "", "" + e.getMessage(), "text in UTF-8", e);
    }
  }

  private static Checker borrowChecker(String schema)
      throws ParserConfigurationException, SAXException {
    Checker free = freeCheckers(schema).poll();
    if (free != null) {
      return free;
    }
    Validator validator = schema(schema).newValidator();
    validator.setErrorHandler(new FirstError());
    return new Checker(validator, reader());
  }

  private static void returnChecker(String schema, Checker checker) {
    Queue<Checker> free = freeCheckers(schema);
    if (free.size() < MOST_KEPT) {
      free.add(checker);
    }
  }

  private static Queue<Checker> freeCheckers(String schema) {
    return FREE.computeIfAbsent(schema, name -> new ConcurrentLinkedQueue<>());
  }

  /** Returns a parser that reads neither document types nor anything outside the document. */
  private static XMLReader reader() throws ParserConfigurationException, SAXException {
    SAXParserFactory factory = SAXParserFactory.newDefaultNSInstance();
    factory.setFeature(XMLConstants.FEATURE_SECURE_PROCESSING, true);
    factory.setFeature("http://apache.org/xml/features/disallow-doctype-decl", true);
    factory.setFeature("http://xml.org/sax/features/external-general-entities", false);
    factory.setFeature("http://xml.org/sax/features/external-parameter-entities", false);
    return factory.newSAXParser().getXMLReader();
  }

  /** Ends validation with the first error of any kind. */
  private static final class FirstError implements ErrorHandler {
    @Override
    public void warning(SAXParseException e) {
      // Warnings do no harm.
    }

    @Override
    public void error(SAXParseException e) throws SAXException {
      throw e;
    }

    @Override
    public void fatalError(SAXParseException e) throws SAXException {
      throw e;
    }
  }
}
