package io.flowgauge.instrumentation.xml;

import io.flowgauge.instrumentation.Backend;
import io.flowgauge.instrumentation.Metric;
import io.flowgauge.instrumentation.RegionPattern;
import io.flowgauge.instrumentation.SensorRequest;
import io.flowgauge.instrumentation.StructureFilter;
import io.flowgauge.instrumentation.irl.Irl;
import io.flowgauge.instrumentation.irl.IrlRequest;
import io.flowgauge.instrumentation.irl.OutputPart;
import io.flowgauge.instrumentation.irl.ProcessSelector;
import io.flowgauge.instrumentation.tracking.ProcessPattern;
import io.flowgauge.trace.TraceFormatException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import javax.xml.stream.XMLStreamException;

/**
 * IRL: requests for instrumentation as XML of the schema {@code irl.xsd}, a resource next to this
 * class.
 *
 * <pre>{@code
 * <irl xmlns="urn:flowgauge:instrumentation:1" version="1">
 *   <processes>
 *     <process pid="4711"/>
 *     <process executable="mProject*"><variable name="SLURM_JOB_ID" value="12"/></process>
 *   </processes>
 *   <attach/>
 *   <getsir sources="true"><exclude unit="libc*" name="*"/></getsir>
 *   <instrument costLimit="0.01">
 *     <include unit="libm.so*" name="sin*"/>
 *     <metric name="wtime"/>
 *     <metric name="cputime"/>
 *   </instrument>
 *   <getprofile/>
 *   <change><set unit="libm.so*" name="signgam"><value whole="1"/></set></change>
 *   <deinstrument><include name="*"/></deinstrument>
 *   <detach/>
 * </irl>
 * }</pre>
 *
 * Stateless and thread-safe.
 */
public final class IrlXml {
  private IrlXml() {}

  /**
   * Writes requests.
   *
   * @param document the requests
   * @param out receives the document in UTF-8; stays open
   * @throws IOException if writing fails
   */
  public static void write(Irl document, OutputStream out) throws IOException {
    XmlOut.write(out, xml -> write(document, xml));
  }

  private static void write(Irl document, XmlOut out) throws XMLStreamException {
    out.start("irl").attribute("version", XmlOut.VERSION);
    out.start("processes");
    for (ProcessSelector selector : document.processes()) {
      write(selector, out.start(selector instanceof ProcessSelector.Launch ? "launch" : "process"));
    }
    out.end();
    for (IrlRequest request : document.requests()) {
      write(request, out.start(Parts.lower(request.kind())));
    }
    out.end();
  }

  private static void write(ProcessSelector selector, XmlOut out) throws XMLStreamException {
    if (selector instanceof ProcessSelector.Pid one) {
      out.attribute("pid", one.pid()).endEmpty();
    } else if (selector instanceof ProcessSelector.Matching matching) {
      ProcessPattern pattern = matching.pattern();
      out.attribute("executable", pattern.executable()).attribute("sha256", pattern.sha256());
      out.attribute("cgroup", pattern.cgroup());
      write(pattern.environment(), out);
      out.end();
    } else if (selector instanceof ProcessSelector.Launch launch) {
      out.attribute("directory", launch.directory());
      for (String argument : launch.command()) {
        out.start("argument").text(argument).end();
      }
      write(launch.variables(), out);
      out.end();
    } else {
      throw new IllegalStateException("unknown selector " + selector);
    }
  }

  private static void write(Map<String, String> variables, XmlOut out) throws XMLStreamException {
    for (Map.Entry<String, String> variable : new TreeMap<>(variables).entrySet()) {
      out.start("variable").attribute("name", variable.getKey());
      out.attribute("value", variable.getValue()).endEmpty();
    }
  }

  private static void write(IrlRequest request, XmlOut out) throws XMLStreamException {
    if (request instanceof IrlRequest.GetSir sir) {
      if (sir.filter().sources()) {
        out.attribute("sources", "true");
      }
      Parts.writePatterns("include", sir.filter().include(), out);
      Parts.writePatterns("exclude", sir.filter().exclude(), out);
      out.end();
    } else if (request instanceof IrlRequest.Instrument instrument) {
      write(instrument.sensors(), out);
    } else if (request instanceof IrlRequest.Deinstrument deinstrument) {
      Parts.writePatterns("include", deinstrument.regions(), out);
      out.end();
    } else if (request instanceof IrlRequest.MakeChange make) {
      ChangeXml.write(make.change(), out);
    } else if (request instanceof IrlRequest.UndoChange undo) {
      out.attribute("id", undo.id()).endEmpty();
    } else if (request instanceof IrlRequest.GetOutput output) {
      out.attribute("stream", Parts.lower(output.stream()))
          .attributeUnlessZero("from", output.from());
      out.endEmpty();
    } else {
      out.endEmpty();
    }
  }

  private static void write(SensorRequest sensors, XmlOut out) throws XMLStreamException {
    out.attribute("backend", Parts.lower(sensors.backend()));
    if (sensors.costLimit().isPresent()) {
      out.attribute("costLimit", sensors.costLimit().getAsDouble());
    }
    Parts.writePatterns("include", sensors.include(), out);
    Parts.writePatterns("exclude", sensors.exclude(), out);
    for (Metric metric : new TreeSet<>(sensors.metrics())) {
      out.start("metric").attribute("name", metric.label()).endEmpty();
    }
    out.end();
  }

  /**
   * Reads requests.
   *
   * @param in the document; stays open
   * @param file its name, for messages
   * @return the requests
   * @throws TraceFormatException if it violates the schema; the message says where, what was found
   *     and what was expected
   * @throws IOException if it cannot be read
   */
  public static Irl read(InputStream in, String file) throws IOException {
    return XmlIn.read(in, file, "irl.xsd", IrlXml::read);
  }

  private static Irl read(XmlIn in) throws IOException, XMLStreamException {
    List<ProcessSelector> processes = new ArrayList<>();
    List<IrlRequest> requests = new ArrayList<>();
    in.children(
        element -> {
          if (element.equals("processes")) {
            in.children(
                one ->
                    processes.add(
                        in.parse(one.equals("launch") ? IrlXml::launch : IrlXml::selector)));
          } else {
            requests.add(in.parse(at -> request(element, at)));
          }
        });
    return new Irl(processes, requests);
  }

  private static ProcessSelector selector(XmlIn in) throws IOException, XMLStreamException {
    boolean byPid = in.optional("pid").isPresent();
    boolean byExecutable = in.optional("executable").isPresent();
    boolean byOther = in.optional("sha256").isPresent() || in.optional("cgroup").isPresent();
    if (byPid && (byExecutable || byOther)) {
      throw in.error("a process selected both by pid and by other attributes", "one or the other");
    }
    long pid = in.whole("pid", 0);
    ProcessPattern named =
        new ProcessPattern(
            in.attribute("executable", "*"),
            in.optional("sha256"),
            Map.of(),
            in.optional("cgroup"));
    Map<String, String> variables = new LinkedHashMap<>();
    in.children(
        element -> {
          variables.put(in.attribute("name"), in.attribute("value"));
          in.end();
        });
    if (byPid && variables.isEmpty()) {
      return new ProcessSelector.Pid(pid);
    }
    if (byPid || !(byExecutable || byOther || !variables.isEmpty())) {
      throw in.error(
          byPid
              ? "a process selected both by pid and by variables"
              : "a process without a selector",
          "a pid, or else an executable, sha256, cgroup or variables");
    }
    return new ProcessSelector.Matching(
        new ProcessPattern(named.executable(), named.sha256(), variables, named.cgroup()));
  }

  private static ProcessSelector launch(XmlIn in) throws IOException, XMLStreamException {
    Optional<Path> directory = in.optional("directory").map(Path::of);
    List<String> command = new ArrayList<>();
    Map<String, String> variables = new LinkedHashMap<>();
    in.children(
        element -> {
          if (element.equals("argument")) {
            command.add(in.text());
          } else {
            variables.put(in.attribute("name"), in.attribute("value"));
            in.end();
          }
        });
    return new ProcessSelector.Launch(command, variables, directory);
  }

  private static IrlRequest request(String element, XmlIn in)
      throws IOException, XMLStreamException {
    return switch (element) {
      case "getsir" -> sir(in);
      case "instrument" -> instrument(in);
      case "deinstrument" -> {
        List<RegionPattern> regions = new ArrayList<>();
        in.children(pattern -> regions.add(in.parse(Parts::readPattern)));
        yield new IrlRequest.Deinstrument(regions);
      }
      case "change" -> new IrlRequest.MakeChange(ChangeXml.read(in));
      case "undo" -> {
        String id = in.attribute("id");
        in.end();
        yield new IrlRequest.UndoChange(id);
      }
      case "getoutput" -> {
        OutputPart.Stream stream = in.constant("stream", OutputPart.Stream.class);
        long from = in.whole("from", 0);
        in.end();
        yield new IrlRequest.GetOutput(stream, from);
      }
      default -> {
        in.end();
        yield switch (element) {
          case "attach" -> new IrlRequest.Attach();
          case "getprofile" -> new IrlRequest.GetProfile();
          case "getchanges" -> new IrlRequest.GetChanges();
          case "getload" -> new IrlRequest.GetLoad();
          case "resume" -> new IrlRequest.Resume();
          case "terminate" -> new IrlRequest.Terminate();
          case "detach" -> new IrlRequest.Detach();
          default -> throw in.error("element " + element, "a request");
        };
      }
    };
  }

  private static IrlRequest sir(XmlIn in) throws IOException, XMLStreamException {
    boolean sources = in.flag("sources", false);
    List<RegionPattern> include = new ArrayList<>();
    List<RegionPattern> exclude = new ArrayList<>();
    in.children(
        element ->
            (element.equals("include") ? include : exclude).add(in.parse(Parts::readPattern)));
    return new IrlRequest.GetSir(new StructureFilter(include, exclude, sources));
  }

  private static IrlRequest instrument(XmlIn in) throws IOException, XMLStreamException {
    Backend backend =
        in.optional("backend").isPresent()
            ? in.constant("backend", Backend.class)
            : Backend.AUTOMATIC;
    OptionalDouble costLimit = in.real("costLimit");
    List<RegionPattern> include = new ArrayList<>();
    List<RegionPattern> exclude = new ArrayList<>();
    Set<Metric> metrics = EnumSet.noneOf(Metric.class);
    in.children(
        element -> {
          switch (element) {
            case "include" -> include.add(in.parse(Parts::readPattern));
            case "exclude" -> exclude.add(in.parse(Parts::readPattern));
            default -> {
              metrics.add(Metric.of(in.attribute("name")).orElseThrow());
              in.end();
            }
          }
        });
    Set<Metric> wanted = metrics.isEmpty() ? EnumSet.of(Metric.CALLS, Metric.WALL_TIME) : metrics;
    return new IrlRequest.Instrument(
        new SensorRequest(include, exclude, wanted, backend, costLimit));
  }
}
