package io.flowgauge.cli.instrument;

import com.fasterxml.jackson.core.JsonGenerator;
import io.flowgauge.analysis.Measured;
import io.flowgauge.instrumentation.CallDurations;
import io.flowgauge.instrumentation.CallEdge;
import io.flowgauge.instrumentation.CodeRegion;
import io.flowgauge.instrumentation.Metric;
import io.flowgauge.instrumentation.Profile;
import io.flowgauge.instrumentation.ProfileLosses;
import io.flowgauge.instrumentation.RefusalCode;
import io.flowgauge.instrumentation.RegionPattern;
import io.flowgauge.instrumentation.RegionProfile;
import io.flowgauge.instrumentation.SensorReport;
import io.flowgauge.instrumentation.SensorResult;
import io.flowgauge.instrumentation.TargetProcess;
import io.flowgauge.instrumentation.ThreadProfile;
import io.flowgauge.instrumentation.tracking.GroupProfile;
import java.io.IOException;
import java.util.List;
import java.util.Map;

/**
 * Writes profiles as JSON; names state the units, and shares are fractions. Quantities that were
 * not measured are left out or replaced by the reason.
 */
final class ProfileJson {
  private final JsonGenerator json;
  private final ProfileOptions options;

  ProfileJson(JsonGenerator json, ProfileOptions options) {
    this.json = json;
    this.options = options;
  }

  /** Writes the fields of a profile. */
  void profile(Profile profile) throws IOException {
    json.writeNumberField("pid", profile.process().pid());
    json.writeObjectFieldStart("process");
    process(profile.process());
    json.writeEndObject();
    json.writeStringField("since", profile.since().toString());
    json.writeStringField("at", profile.at().toString());
    double elapsed = ProfileText.elapsedNanos(profile);
    json.writeNumberField("elapsedNanos", elapsed);
    json.writeNumberField("costNanos", profile.costNanos());
    regions(profile.regions(), elapsed);
    losses(profile.losses());
    if (options.hasCallGraph()) {
      callGraph(profile.callGraph());
    }
    if (options.hasThreads()) {
      threads(profile.threads(), elapsed);
    }
  }

  private void process(TargetProcess process) throws IOException {
    process(json, process);
  }

  /** Writes the fields of a process. */
  static void process(JsonGenerator json, TargetProcess process) throws IOException {
    json.writeNumberField("pid", process.pid());
    json.writeStringField("name", process.name());
    if (process.user().isPresent()) {
      json.writeStringField("user", process.user().get());
    }
    if (process.executable().isPresent()) {
      json.writeStringField("executable", process.executable().get().toString());
    }
    if (process.start().isPresent()) {
      json.writeStringField("start", process.start().get().toString());
    }
    json.writeArrayFieldStart("command");
    for (String argument : process.command()) {
      json.writeString(argument);
    }
    json.writeEndArray();
  }

  private void regions(List<RegionProfile> regions, double elapsed) throws IOException {
    json.writeArrayFieldStart("regions");
    for (RegionProfile region : regions) {
      json.writeStartObject();
      region(region, elapsed);
      json.writeEndObject();
    }
    json.writeEndArray();
  }

  private void region(RegionProfile region, double elapsed) throws IOException {
    region(json, region.region());
    json.writeNumberField("calls", region.calls());
    // Calls that were never made took no time, measured or not.
    if (region.wall().count() > 0 || region.calls() == 0) {
      json.writeNumberField("wallSeconds", region.wallSeconds());
    }
    if (region.wall().count() > 0) {
      wall(region.wall());
      json.writeNumberField("ownNanos", region.ownNanos());
      if (elapsed > 0) {
        json.writeNumberField("share", region.totalNanos() / elapsed);
      }
    }
    if (region.nestedCalls() > 0) {
      json.writeNumberField("nestedCalls", region.nestedCalls());
      json.writeNumberField("nestedNanos", region.nestedNanos());
    }
    measured("cpuSeconds", region.cpuSeconds());
    for (Map.Entry<Metric, Measured> counter : region.counters().entrySet()) {
      measured(counter.getKey().label(), counter.getValue());
    }
    json.writeNumberField("openCalls", region.openCalls());
    json.writeNumberField("openNanos", region.openNanos());
    json.writeNumberField("costNanos", region.costNanos());
    json.writeBooleanField("installed", region.installed());
    json.writeBooleanField("overLimit", region.overLimit());
  }

  /** Writes the fields that identify a region. */
  static void region(JsonGenerator json, CodeRegion region) throws IOException {
    json.writeStringField("unit", region.unit());
    json.writeStringField("name", region.name());
    if (!region.linkageName().equals(region.name())) {
      json.writeStringField("linkageName", region.linkageName());
    }
  }

  private void wall(CallDurations wall) throws IOException {
    if (wall.meanNanos().isPresent()) {
      json.writeNumberField("meanNanos", wall.meanNanos().getAsDouble());
    }
    if (wall.minNanos().isPresent()) {
      json.writeNumberField("minNanos", wall.minNanos().getAsDouble());
    }
    if (wall.maxNanos().isPresent()) {
      json.writeNumberField("maxNanos", wall.maxNanos().getAsDouble());
    }
    json.writeArrayFieldStart("histogram");
    for (CallDurations.Bucket bucket : wall.histogram()) {
      bucket(bucket);
    }
    json.writeEndArray();
  }

  private void bucket(CallDurations.Bucket bucket) throws IOException {
    json.writeStartObject();
    json.writeNumberField("fromNanos", bucket.fromNanos());
    if (Double.isFinite(bucket.toNanos())) {
      json.writeNumberField("toNanos", bucket.toNanos());
    }
    json.writeNumberField("calls", bucket.count());
    json.writeEndObject();
  }

  private void measured(String key, Measured value) throws IOException {
    if (value.isMeasured()) {
      json.writeNumberField(key, value.value());
      json.writeNumberField(key + "OfCalls", value.measured());
    } else {
      json.writeStringField(key + "NotMeasured", value.reason().orElse(""));
    }
  }

  private void losses(ProfileLosses losses) throws IOException {
    json.writeObjectFieldStart("losses");
    json.writeNumberField("nestedTooDeeply", losses.nestedTooDeeply());
    json.writeNumberField("inSignalHandlers", losses.inSignalHandlers());
    json.writeNumberField("withoutThread", losses.withoutThread());
    json.writeNumberField("withoutRecord", losses.withoutRecord());
    json.writeNumberField("aborted", losses.aborted());
    json.writeEndObject();
  }

  private void callGraph(List<CallEdge> edges) throws IOException {
    json.writeArrayFieldStart("callGraph");
    for (CallEdge edge : edges) {
      json.writeStartObject();
      if (edge.caller().isPresent()) {
        json.writeStringField("caller", edge.caller().get().qualifiedName());
      }
      json.writeStringField("callee", edge.callee().qualifiedName());
      json.writeNumberField("calls", edge.calls());
      json.writeNumberField("totalNanos", edge.totalNanos());
      json.writeEndObject();
    }
    json.writeEndArray();
  }

  private void threads(List<ThreadProfile> threads, double elapsed) throws IOException {
    json.writeArrayFieldStart("threads");
    for (ThreadProfile thread : threads) {
      json.writeStartObject();
      json.writeNumberField("thread", thread.thread());
      json.writeStringField("name", thread.name());
      regions(thread.regions(), elapsed);
      json.writeEndObject();
    }
    json.writeEndArray();
  }

  /** Writes the outcome of a request for sensors. */
  void report(SensorReport report) throws IOException {
    json.writeNumberField("sensors", report.done().size());
    json.writeNumberField("tookNanos", report.took().toNanos());
    json.writeNumberField("stoppedNanos", report.stopped().toNanos());
    json.writeArrayFieldStart("refused");
    for (Map.Entry<RefusalCode, List<SensorResult>> reason : report.refusedByCode().entrySet()) {
      for (SensorResult result : reason.getValue()) {
        refused(reason.getKey(), result);
      }
    }
    json.writeEndArray();
    json.writeArrayFieldStart("unmatched");
    for (RegionPattern pattern : report.unmatched()) {
      json.writeString(pattern.toString());
    }
    json.writeEndArray();
    json.writeObjectFieldStart("hints");
    for (RegionPattern pattern : report.unmatched()) {
      if (report.hints().containsKey(pattern)) {
        json.writeStringField(pattern.toString(), report.hints().get(pattern));
      }
    }
    json.writeEndObject();
  }

  private void refused(RefusalCode code, SensorResult result) throws IOException {
    json.writeStartObject();
    json.writeStringField("unit", result.region().unit());
    json.writeStringField("name", result.region().name());
    json.writeStringField("code", code.name());
    json.writeStringField("reason", result.refusal().orElseThrow().message());
    json.writeEndObject();
  }

  /** Writes the fields of a job, including its profiles. */
  void group(GroupProfile group) throws IOException {
    if (group.group().isPresent()) {
      json.writeStringField("group", group.group().get());
    }
    json.writeNumberField("processes", group.processes());
    regions(group.regions(), 0);
    json.writeArrayFieldStart("profiles");
    for (Profile profile : group.profiles()) {
      json.writeStartObject();
      profile(profile);
      json.writeEndObject();
    }
    json.writeEndArray();
  }
}
