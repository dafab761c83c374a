package io.flowgauge.instrumentation.xml;

import io.flowgauge.analysis.Measured;
import io.flowgauge.instrumentation.CallDurations;
import io.flowgauge.instrumentation.CallEdge;
import io.flowgauge.instrumentation.CodeRegion;
import io.flowgauge.instrumentation.Metric;
import io.flowgauge.instrumentation.Profile;
import io.flowgauge.instrumentation.ProfileLosses;
import io.flowgauge.instrumentation.RegionProfile;
import io.flowgauge.instrumentation.TargetProcess;
import io.flowgauge.instrumentation.ThreadProfile;
import io.flowgauge.instrumentation.tracking.GroupProfile;
import io.flowgauge.trace.TraceFormatException;
import java.io.IOException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import javax.xml.stream.XMLStreamException;

/** Reads one profile, or sums of several. Used once. */
final class ProfileIn {
  private final XmlIn in;
  private final Map<Integer, CodeRegion> code = new HashMap<>();
  private final List<RegionProfile> regions = new ArrayList<>();
  private final List<ThreadProfile> threads = new ArrayList<>();
  private final List<CallEdge> edges = new ArrayList<>();
  private TargetProcess process;
  private ProfileLosses losses = ProfileLosses.NONE;

  ProfileIn(XmlIn in) {
    this.in = in;
  }

  Profile read() throws IOException, XMLStreamException {
    Instant since = in.moment("since").orElseThrow();
    Instant at = in.moment("at").orElseThrow();
    in.children(this::take);
    return new Profile(process, since, at, regions, threads, edges, losses);
  }

  GroupProfile readSums() throws IOException, XMLStreamException {
    Optional<String> group = in.optional("group");
    int processes = in.number("processes", 0);
    in.children(this::take);
    return new GroupProfile(group, processes, regions, List.of());
  }

  private void take(String element) throws IOException, XMLStreamException {
    switch (element) {
      case "process" -> process = in.parse(Parts::readProcess);
      case "losses" -> losses = losses();
      case "code" -> code();
      case "region" -> regions.add(in.parse(at -> region()));
      case "thread" -> threads.add(in.parse(at -> thread()));
      default -> edges.add(in.parse(at -> edge()));
    }
  }

  private ProfileLosses losses() throws IOException, XMLStreamException {
    ProfileLosses read =
        new ProfileLosses(
            in.whole("nestedTooDeeply", 0),
            in.whole("inSignalHandlers", 0),
            in.whole("withoutThread", 0),
            in.whole("withoutRecord", 0),
            in.whole("aborted", 0));
    in.end();
    return read;
  }

  private void code() throws IOException, XMLStreamException {
    int number = in.number("number", 0);
    CodeRegion region = in.parse(at -> Parts.readRegion(at, at.attribute("unit")));
    if (code.put(number, region) != null) {
      throw in.error("a second code region of number " + number, "each number once");
    }
    in.end();
  }

  private CodeRegion code(String attribute) throws TraceFormatException {
    int number = in.number(attribute, 0);
    CodeRegion region = code.get(number);
    if (region == null) {
      throw in.error(attribute + " " + number, "the number of a code element above");
    }
    return region;
  }

  private ThreadProfile thread() throws IOException, XMLStreamException {
    long number = in.whole("number", 0);
    String name = in.attribute("name", "");
    Optional<Instant> first = in.moment("first");
    Optional<Instant> last = in.moment("last");
    List<RegionProfile> entered = new ArrayList<>();
    in.children(element -> entered.add(in.parse(at -> region())));
    return new ThreadProfile(number, name, first, last, entered);
  }

  private CallEdge edge() throws IOException, XMLStreamException {
    Optional<CodeRegion> caller =
        in.optional("caller").isPresent() ? Optional.of(code("caller")) : Optional.empty();
    CallEdge edge = new CallEdge(caller, code("callee"), in.whole("calls", 0), in.real("total", 0));
    in.end();
    return edge;
  }

  private RegionProfile region() throws IOException, XMLStreamException {
    double own = in.real("own", 0);
    RegionProfile.Builder region =
        RegionProfile.builder(code("code"))
            .calls(in.whole("calls", 0))
            .nested(in.whole("nestedCalls", 0), in.real("nested", 0))
            .open(in.number("openCalls", 0), in.real("open", 0))
            .cost(in.real("cost", 0))
            .wall(CallDurations.NONE, own)
            .installed(in.flag("installed", true))
            .overLimit(in.flag("overLimit", false));
    in.children(
        element -> {
          switch (element) {
            case "wall" -> region.wall(in.parse(at -> wall()), own);
            case "cpu" -> region.cpu(in.parse(at -> value()));
            default -> counter(region);
          }
        });
    return region.build();
  }

  private void counter(RegionProfile.Builder region) throws IOException, XMLStreamException {
    Metric metric = Metric.of(in.attribute("metric")).orElseThrow();
    region.counter(metric, in.parse(at -> value()));
  }

  private CallDurations wall() throws IOException, XMLStreamException {
    long count = in.whole("count", 0);
    double total = in.real("total", 0);
    OptionalDouble min = in.real("min");
    OptionalDouble max = in.real("max");
    List<CallDurations.Bucket> histogram = new ArrayList<>();
    in.children(
        element -> {
          histogram.add(in.parse(at -> bucket()));
          in.end();
        });
    return new CallDurations(count, total, min, max, histogram);
  }

  private CallDurations.Bucket bucket() {
    return new CallDurations.Bucket(in.real("from", 0), in.real("to", 0), in.whole("count", 0));
  }

  private Measured value() throws IOException, XMLStreamException {
    OptionalDouble value = in.real("value");
    Measured read =
        value.isPresent()
            ? Measured.of(value.getAsDouble(), in.number("measured", 1), in.number("of", 1))
            : Measured.absent(in.attribute("reason", "no reason was given"));
    in.end();
    return read;
  }
}
