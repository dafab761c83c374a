package io.flowgauge.instrumentation.xml;

import io.flowgauge.instrumentation.Backend;
import io.flowgauge.instrumentation.CodeRegion;
import io.flowgauge.instrumentation.ProcessStatus;
import io.flowgauge.instrumentation.Refusal;
import io.flowgauge.instrumentation.RegionPattern;
import io.flowgauge.instrumentation.SensorReport;
import io.flowgauge.instrumentation.SensorResult;
import io.flowgauge.instrumentation.TargetProcess;
import io.flowgauge.instrumentation.irl.IrlAnswer;
import io.flowgauge.instrumentation.irl.IrlRequest;
import io.flowgauge.instrumentation.irl.ProcessAnswer;
import io.flowgauge.instrumentation.irl.RequestAnswer;
import io.flowgauge.trace.Times;
import io.flowgauge.trace.TraceFormatException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import javax.xml.stream.XMLStreamException;

/**
 * Answers to IRL documents as XML of the schema {@code answer.xsd}, a resource next to this class.
 * Stateless and thread-safe.
 */
public final class AnswerXml {
  private AnswerXml() {}

  /**
   * Writes an answer.
   *
   * @param answer the answer
   * @param out receives the document in UTF-8; stays open
   * @throws IOException if writing fails
   */
  public static void write(IrlAnswer answer, OutputStream out) throws IOException {
    XmlOut.write(out, xml -> write(answer, xml));
  }

  private static void write(IrlAnswer answer, XmlOut out) throws XMLStreamException {
    out.start("answer").attribute("version", XmlOut.VERSION);
    for (Refusal refusal : answer.notFound()) {
      Parts.writeRefusal(refusal, out.start("refused"));
    }
    for (ProcessAnswer process : answer.processes()) {
      out.start("of");
      Parts.writeProcess(process.process(), out);
      for (RequestAnswer one : process.answers()) {
        write(one, out);
      }
      out.end();
    }
    out.end();
  }

  private static void write(RequestAnswer answer, XmlOut out) throws XMLStreamException {
    if (answer instanceof RequestAnswer.Attached attached) {
      write(attached.status(), out.start("attached"));
    } else if (answer instanceof RequestAnswer.Sir sir) {
      StructureXml.write(sir.structure(), out);
    } else if (answer instanceof RequestAnswer.Instrumented instrumented) {
      write(instrumented.report(), out.start("instrumented"));
    } else if (answer instanceof RequestAnswer.Deinstrumented deinstrumented) {
      write(deinstrumented.report(), out.start("deinstrumented"));
    } else if (answer instanceof RequestAnswer.Profiled profiled) {
      new ProfileOut(out).write(profiled.profile());
    } else if (answer instanceof RequestAnswer.Changed changed) {
      MadeXml.write("changed", changed.made(), out);
    } else if (answer instanceof RequestAnswer.Undone undone) {
      MadeXml.write("undone", undone.made(), out);
    } else if (answer instanceof RequestAnswer.Changes changes) {
      MadeXml.write(changes.made(), out);
    } else if (answer instanceof RequestAnswer.Loaded loaded) {
      MadeXml.write(loaded.load(), out);
    } else if (answer instanceof RequestAnswer.Resumed resumed) {
      write(resumed.status(), out.start("resumed"));
    } else if (answer instanceof RequestAnswer.Output output) {
      MadeXml.write(output.part(), out);
    } else if (answer instanceof RequestAnswer.Terminated terminated) {
      write(terminated.status(), out.start("terminated"));
    } else if (answer instanceof RequestAnswer.Detached detached) {
      write(detached.status(), out.start("detached"));
    } else if (answer instanceof RequestAnswer.Refused refused) {
      out.start("refused").attribute("request", Parts.lower(refused.request()));
      Parts.writeRefusal(refused.refusal(), out);
    } else {
      throw new IllegalStateException("unknown answer " + answer);
    }
  }

  private static void write(ProcessStatus status, XmlOut out) throws XMLStreamException {
    out.attribute("state", Parts.lower(status.state()));
    if (status.exitCode().isPresent()) {
      out.attribute("exitCode", status.exitCode().getAsInt());
    }
    if (status.signal().isPresent()) {
      out.attribute("signal", status.signal().getAsInt());
    }
    out.endEmpty();
  }

  private static void write(SensorReport report, XmlOut out) throws XMLStreamException {
    out.attribute("took", Times.saturatedNanos(report.took()));
    out.attribute("stopped", Times.saturatedNanos(report.stopped()));
    for (SensorResult result : report.results()) {
      out.start("region").attribute("unit", result.region().unit());
      Parts.writeRegion(result.region(), out);
      out.attribute("backend", Parts.lower(result.backend()));
      out.attributeUnlessZero("cost", result.costNanos());
      if (result.refusal().isPresent()) {
        Parts.writeRefusal(result.refusal().get(), out.start("refused"));
        out.end();
      } else {
        out.endEmpty();
      }
    }
    for (RegionPattern pattern : report.unmatched()) {
      out.start("unmatched");
      Parts.writePattern(pattern, out);
      out.attribute("hint", Optional.ofNullable(report.hints().get(pattern))).endEmpty();
    }
    out.end();
  }

  /**
   * Reads an answer.
   *
   * @param in the document; stays open
   * @param file its name, for messages
   * @return the answer
   * @throws TraceFormatException if it violates the schema; the message says where, what was found
   *     and what was expected
   * @throws IOException if it cannot be read
   */
  public static IrlAnswer read(InputStream in, String file) throws IOException {
    return XmlIn.read(in, file, "answer.xsd", AnswerXml::read);
  }

  private static IrlAnswer read(XmlIn in) throws IOException, XMLStreamException {
    List<Refusal> notFound = new ArrayList<>();
    List<ProcessAnswer> processes = new ArrayList<>();
    in.children(
        element -> {
          if (element.equals("refused")) {
            notFound.add(Parts.readRefusal(in));
          } else {
            processes.add(in.parse(AnswerXml::process));
          }
        });
    return new IrlAnswer(notFound, processes);
  }

  private static ProcessAnswer process(XmlIn in) throws IOException, XMLStreamException {
    List<TargetProcess> process = new ArrayList<>(1);
    List<RequestAnswer> answers = new ArrayList<>();
    in.children(
        element -> {
          if (element.equals("process")) {
            process.add(in.parse(Parts::readProcess));
          } else {
            answers.add(in.parse(at -> answer(element, at)));
          }
        });
    return new ProcessAnswer(process.get(0), answers);
  }

  private static RequestAnswer answer(String element, XmlIn in)
      throws IOException, XMLStreamException {
    return switch (element) {
      case "attached" -> new RequestAnswer.Attached(status(in));
      case "sir" -> new RequestAnswer.Sir(StructureXml.read(in));
      case "instrumented" -> new RequestAnswer.Instrumented(report(in));
      case "deinstrumented" -> new RequestAnswer.Deinstrumented(report(in));
      case "profile" -> new RequestAnswer.Profiled(new ProfileIn(in).read());
      case "changed" -> new RequestAnswer.Changed(MadeXml.read(in));
      case "undone" -> new RequestAnswer.Undone(MadeXml.read(in));
      case "changes" -> new RequestAnswer.Changes(MadeXml.readAll(in));
      case "load" -> new RequestAnswer.Loaded(MadeXml.readLoad(in));
      case "resumed" -> new RequestAnswer.Resumed(status(in));
      case "output" -> new RequestAnswer.Output(MadeXml.readOutput(in));
      case "terminated" -> new RequestAnswer.Terminated(status(in));
      case "detached" -> new RequestAnswer.Detached(status(in));
      default -> {
        IrlRequest.Kind kind = in.constant("request", IrlRequest.Kind.class);
        yield new RequestAnswer.Refused(kind, Parts.readRefusal(in));
      }
    };
  }

  private static ProcessStatus status(XmlIn in) throws IOException, XMLStreamException {
    ProcessStatus status =
        new ProcessStatus(
            in.constant("state", ProcessStatus.State.class),
            optional(in, "exitCode"),
            optional(in, "signal"));
    in.end();
    return status;
  }

  private static OptionalInt optional(XmlIn in, String attribute) {
    return in.optional(attribute).isPresent()
        ? OptionalInt.of(in.number(attribute, 0))
        : OptionalInt.empty();
  }

  private static SensorReport report(XmlIn in) throws IOException, XMLStreamException {
    Duration took = Duration.ofNanos(in.whole("took", 0));
    Duration stopped = Duration.ofNanos(in.whole("stopped", 0));
    List<SensorResult> results = new ArrayList<>();
    List<RegionPattern> unmatched = new ArrayList<>();
    Map<RegionPattern, String> hints = new HashMap<>();
    in.children(
        element -> {
          if (element.equals("region")) {
            results.add(in.parse(AnswerXml::result));
          } else {
            Optional<String> hint = in.optional("hint");
            unmatched.add(in.parse(Parts::readPattern));
            hint.ifPresent(text -> hints.put(unmatched.get(unmatched.size() - 1), text));
          }
        });
    return new SensorReport(results, unmatched, took, stopped, hints);
  }

  private static SensorResult result(XmlIn in) throws IOException, XMLStreamException {
    CodeRegion region = Parts.readRegion(in, in.attribute("unit"));
    Backend backend = in.constant("backend", Backend.class);
    double cost = in.real("cost", 0);
    List<Refusal> refusal = new ArrayList<>(1);
    in.children(element -> refusal.add(Parts.readRefusal(in)));
    Optional<Refusal> why = refusal.isEmpty() ? Optional.empty() : Optional.of(refusal.get(0));
    return new SensorResult(region, why, backend, cost);
  }
}
