package io.flowgauge.instrumentation.xml;

import io.flowgauge.instrumentation.ProcessLoad;
import io.flowgauge.instrumentation.irl.MadeChange;
import io.flowgauge.instrumentation.irl.OutputPart;
import io.flowgauge.trace.Times;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Base64;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import javax.xml.stream.XMLStreamException;

/**
 * Writes and reads changes that were made, the load of a process and its output, as elements of
 * answer.xsd. Stateless.
 */
final class MadeXml {
  private MadeXml() {}

  static void write(String element, MadeChange made, XmlOut out) throws XMLStreamException {
    out.start(element).attribute("id", made.id());
    out.attribute("took", Times.saturatedNanos(made.took()));
    out.attribute("stopped", Times.saturatedNanos(made.stopped()));
    out.attributeUnlessZero("calls", made.calls());
    write("before", made.before(), out);
    write("result", made.result(), out);
    out.end();
  }

  private static void write(String element, Optional<Number> number, XmlOut out)
      throws XMLStreamException {
    if (number.isPresent()) {
      ChangeXml.writeNumber(element, number.get(), out);
    }
  }

  static void write(List<MadeChange> all, XmlOut out) throws XMLStreamException {
    out.start("changes");
    for (MadeChange made : all) {
      write("made", made, out);
    }
    out.end();
  }

  static void write(ProcessLoad load, XmlOut out) throws XMLStreamException {
    out.start("load").attribute("processors", load.processors());
    out.attribute("threads", load.threads());
    out.attribute("measured", Times.saturatedNanos(load.measured()));
    out.attribute("ran", Times.saturatedNanos(load.ran()));
    out.attribute("waited", Times.saturatedNanos(load.waited())).endEmpty();
  }

  static void write(OutputPart part, XmlOut out) throws XMLStreamException {
    out.start("output").attribute("stream", Parts.lower(part.stream()));
    out.attributeUnlessZero("from", part.from()).attribute("written", part.written());
    out.text(Base64.getEncoder().encodeToString(part.bytes())).end();
  }

  static OutputPart readOutput(XmlIn in) throws XMLStreamException {
    OutputPart.Stream stream = in.constant("stream", OutputPart.Stream.class);
    long from = in.whole("from", 0);
    long written = in.whole("written", 0);
    byte[] bytes = Base64.getMimeDecoder().decode(in.text());
    return new OutputPart(stream, from, bytes, written);
  }

  static MadeChange read(XmlIn in) throws IOException, XMLStreamException {
    String id = in.attribute("id");
    Duration took = nanos(in, "took");
    Duration stopped = nanos(in, "stopped");
    long calls = in.whole("calls", 0);
    Map<String, Number> numbers = new HashMap<>();
    in.children(element -> numbers.put(element, ChangeXml.readNumber(in)));
    return new MadeChange(
        id,
        Optional.ofNullable(numbers.get("before")),
        Optional.ofNullable(numbers.get("result")),
        took,
        stopped,
        calls);
  }

  static List<MadeChange> readAll(XmlIn in) throws IOException, XMLStreamException {
    List<MadeChange> all = new ArrayList<>();
    in.children(element -> all.add(in.parse(MadeXml::read)));
    return all;
  }

  static ProcessLoad readLoad(XmlIn in) throws IOException, XMLStreamException {
    ProcessLoad load =
        new ProcessLoad(
            in.number("processors", 0),
            in.number("threads", 0),
            nanos(in, "measured"),
            nanos(in, "ran"),
            nanos(in, "waited"));
    in.end();
    return load;
  }

  private static Duration nanos(XmlIn in, String attribute) {
    return Duration.ofNanos(in.whole(attribute, 0));
  }
}
