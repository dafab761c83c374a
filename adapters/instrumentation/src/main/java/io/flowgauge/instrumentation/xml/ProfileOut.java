package io.flowgauge.instrumentation.xml;

import io.flowgauge.analysis.Measured;
import io.flowgauge.instrumentation.CallDurations;
import io.flowgauge.instrumentation.CallEdge;
import io.flowgauge.instrumentation.CodeRegion;
import io.flowgauge.instrumentation.Metric;
import io.flowgauge.instrumentation.Profile;
import io.flowgauge.instrumentation.ProfileLosses;
import io.flowgauge.instrumentation.RegionProfile;
import io.flowgauge.instrumentation.ThreadProfile;
import io.flowgauge.instrumentation.tracking.GroupProfile;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.TreeMap;
import javax.xml.stream.XMLStreamException;

/** Writes one profile, or sums of several. Used once. */
final class ProfileOut {
  private final XmlOut out;
  private final Map<CodeRegion, Integer> numbers = new LinkedHashMap<>();

  ProfileOut(XmlOut out) {
    this.out = out;
  }

  void write(Profile profile) throws XMLStreamException {
    number(profile);
    out.start("profile").attribute("version", XmlOut.VERSION);
    out.attribute("since", profile.since()).attribute("at", profile.at());
    Parts.writeProcess(profile.process(), out);
    losses(profile.losses());
    codes();
    for (RegionProfile region : profile.regions()) {
      region(region);
    }
    for (ThreadProfile thread : profile.threads()) {
      thread(thread);
    }
    for (CallEdge edge : profile.callGraph()) {
      edge(edge);
    }
    out.end();
  }

  void write(GroupProfile sums) throws XMLStreamException {
    sums.regions().forEach(region -> number(region.region()));
    out.start("sums").attribute("version", XmlOut.VERSION);
    out.attribute("group", sums.group()).attribute("processes", sums.processes());
    codes();
    for (RegionProfile region : sums.regions()) {
      region(region);
    }
    out.end();
  }

  private void codes() throws XMLStreamException {
    for (Map.Entry<CodeRegion, Integer> code : numbers.entrySet()) {
      out.start("code").attribute("number", code.getValue());
      out.attribute("unit", code.getKey().unit());
      Parts.writeRegion(code.getKey(), out);
      out.endEmpty();
    }
  }

  /** Numbers the regions in the order in which they are first mentioned. */
  private void number(Profile profile) {
    profile.regions().forEach(region -> number(region.region()));
    profile.threads().forEach(thread -> thread.regions().forEach(r -> number(r.region())));
    for (CallEdge edge : profile.callGraph()) {
      edge.caller().ifPresent(this::number);
      number(edge.callee());
    }
  }

  private void number(CodeRegion region) {
    numbers.putIfAbsent(region, numbers.size());
  }

  private void losses(ProfileLosses losses) throws XMLStreamException {
    out.start("losses").attributeUnlessZero("nestedTooDeeply", losses.nestedTooDeeply());
    out.attributeUnlessZero("inSignalHandlers", losses.inSignalHandlers());
    out.attributeUnlessZero("withoutThread", losses.withoutThread());
    out.attributeUnlessZero("withoutRecord", losses.withoutRecord());
    out.attributeUnlessZero("aborted", losses.aborted()).endEmpty();
  }

  private void thread(ThreadProfile thread) throws XMLStreamException {
    out.start("thread").attribute("number", thread.thread());
    if (!thread.name().isEmpty()) {
      out.attribute("name", thread.name());
    }
    out.attribute("first", thread.first()).attribute("last", thread.last());
    for (RegionProfile region : thread.regions()) {
      region(region);
    }
    out.end();
  }

  private void edge(CallEdge edge) throws XMLStreamException {
    out.start("edge");
    if (edge.caller().isPresent()) {
      out.attribute("caller", numbers.get(edge.caller().get()));
    }
    out.attribute("callee", numbers.get(edge.callee())).attribute("calls", edge.calls());
    out.attribute("total", edge.totalNanos()).endEmpty();
  }

  private void region(RegionProfile region) throws XMLStreamException {
    out.start("region").attribute("code", numbers.get(region.region()));
    out.attribute("calls", region.calls()).attributeUnlessZero("own", region.ownNanos());
    out.attributeUnlessZero("nestedCalls", region.nestedCalls());
    out.attributeUnlessZero("nested", region.nestedNanos());
    out.attributeUnlessZero("openCalls", region.openCalls())
        .attributeUnlessZero("open", region.openNanos());
    out.attributeUnlessZero("cost", region.costNanos());
    if (!region.installed()) {
      out.attribute("installed", "false");
    }
    if (region.overLimit()) {
      out.attribute("overLimit", "true");
    }
    wall(region.wall());
    out.start("cpu");
    value(region.cpuSeconds());
    for (Map.Entry<Metric, Measured> counter : new TreeMap<>(region.counters()).entrySet()) {
      out.start("counter").attribute("metric", counter.getKey().label());
      value(counter.getValue());
    }
    out.end();
  }

  private void wall(CallDurations wall) throws XMLStreamException {
    if (wall.equals(CallDurations.NONE)) {
      return;
    }
    out.start("wall").attribute("count", wall.count()).attribute("total", wall.totalNanos());
    if (wall.minNanos().isPresent()) {
      out.attribute("min", wall.minNanos().getAsDouble());
    }
    if (wall.maxNanos().isPresent()) {
      out.attribute("max", wall.maxNanos().getAsDouble());
    }
    for (CallDurations.Bucket bucket : wall.histogram()) {
      out.start("bucket").attribute("from", bucket.fromNanos());
      out.attribute("to", bucket.toNanos()).attribute("count", bucket.count()).endEmpty();
    }
    out.end();
  }

  private void value(Measured value) throws XMLStreamException {
    if (value.isMeasured()) {
      out.attribute("value", value.value()).attribute("measured", value.measured());
      out.attribute("of", value.total());
    } else {
      out.attribute("reason", value.reason().orElse(""));
    }
    out.endEmpty();
  }
}
