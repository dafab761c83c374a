package io.flowgauge.traces.document;

import static io.flowgauge.traces.json.JsonPath.ROOT;
import static io.flowgauge.traces.json.JsonPath.member;

import io.flowgauge.run.Processor;
import io.flowgauge.run.RunRecorder;
import io.flowgauge.run.ServiceInterval;
import io.flowgauge.trace.Diagnostic;
import io.flowgauge.traces.json.JsonCursor;
import io.flowgauge.traces.json.UnusedKeys;
import io.flowgauge.workflow.Region;
import java.io.IOException;
import java.util.Arrays;
import java.util.stream.Collectors;

/** Reads one document, whose keys may stand in any order. Not thread-safe. */
final class DocumentParser {
  private final JsonCursor json;
  private final RunRecorder into;
  private final UnusedKeys unknown = new UnusedKeys();
  private final DocumentTimes times;
  private final References references;
  private final ActivityParser activities;
  private String name = "";
  private Region regions;
  private boolean hasVersion;
  private boolean hasActivities;

  DocumentParser(JsonCursor json, RunRecorder into) {
    this.json = json;
    this.into = into;
    times = new DocumentTimes(json);
    references = new References(json);
    activities = new ActivityParser(json, times, references, unknown, into);
  }

  /** Reads the document, and returns the name of the run. */
  String parse() throws IOException {
    json.object(this::read);
    finish();
    return name;
  }

  private void read(String key) throws IOException {
    switch (key) {
      case Keys.VERSION -> readVersion();
      case Keys.NAME -> name = json.text();
      case Keys.START -> into.start(times.nanos());
      case Keys.END -> into.end(times.nanos());
      case Keys.TIME_BASE -> times.readBase();
      case Keys.RECORDED_MAKESPAN ->
          into.recordedMakespan(json.duration("a number of seconds, 0 or more"));
      case Keys.PROCESSORS -> {
        json.object(this::readProcessor);
        activities.work().completeHosts();
      }
      case Keys.ACTIVITIES -> readActivities();
      case Keys.DEPENDENCIES -> json.array(index -> references.readDependency());
      case Keys.SERVICES -> json.array(index -> readService());
      case Keys.HOST_LOADS -> HostLoads.read(json, times, unknown, into);
      case Keys.REGIONS -> regions = new RegionParser(json, references, unknown).parse();
      case Keys.DIAGNOSTICS -> json.array(index -> readDiagnostic());
      case Keys.EXPECTED -> json.skip();
      default -> unknown.skip(json, key);
    }
  }

  private void readVersion() throws IOException {
    String expected = "version " + Keys.KNOWN_VERSION + " of the run document";
    if (json.wholeNumber(0, expected) != Keys.KNOWN_VERSION) {
      throw json.error(json.found(), expected);
    }
    hasVersion = true;
  }

  private void readProcessor(String processor) throws IOException {
    if (processor.isEmpty()) {
      throw json.error("a processor with an empty name", "a key that is not empty");
    }
    double[] speed = {1};
    int[] slots = {1};
    String[] site = {""};
    String[] host = {""};
    json.object(
        key -> {
          switch (key) {
            case Keys.SPEED -> speed[0] = json.positive("a relative speed above 0");
            case Keys.SLOTS -> slots[0] = json.wholeNumber(1, "a number of slots, 1 or more");
            case Keys.SITE -> site[0] = json.text();
            case Keys.HOST -> host[0] = json.text();
            default -> unknown.skip(json, key);
          }
        });
    references.processor(processor);
    into.processor(new Processor(processor, speed[0], slots[0], site[0]));
    activities.work().putHost(processor, host[0]);
  }

  private void readActivities() throws IOException {
    hasActivities = true;
    json.object(activities::parse);
    activities.work().finish();
  }

  private void readService() throws IOException {
    Interval read = Interval.parse(json, times);
    into.service(new ServiceInterval(read.name(), read.beginNanos(), read.endNanos()));
  }

  private void readDiagnostic() throws IOException {
    Diagnostic.Severity[] severity = new Diagnostic.Severity[1];
    String[] texts = {"", ""};
    json.object(
        key -> {
          switch (key) {
            case Keys.SEVERITY -> severity[0] = readSeverity();
            case Keys.WHERE -> texts[0] = json.text();
            case Keys.MESSAGE -> texts[1] = json.text();
            default -> unknown.skip(json, key);
          }
        });
    if (severity[0] == null) {
      throw json.error("a diagnostic without severity", severities());
    }
    into.diagnostic(new Diagnostic(severity[0], texts[0], texts[1]));
  }

  private Diagnostic.Severity readSeverity() throws IOException {
    String label = json.name(severities());
    for (Diagnostic.Severity severity : Diagnostic.Severity.values()) {
      if (severity.label().equals(label)) {
        return severity;
      }
    }
    throw json.error(json.found(), severities());
  }

  private static String severities() {
    return Arrays.stream(Diagnostic.Severity.values())
        .map(Diagnostic.Severity::label)
        .collect(Collectors.joining(", ", "one of ", ""));
  }

  private void finish() throws IOException {
    if (!hasActivities) {
      throw json.error(ROOT, "no key " + Keys.ACTIVITIES, "an object of activities under it");
    }
    references.finish(into);
    if (regions != null) {
      references.requireLeaves();
      into.regions(regions);
    }
    times.finish(into);
    remark();
  }

  private void remark() {
    if (!hasVersion) {
      into.diagnostic(
          Diagnostic.warning(
              ROOT,
              "no key "
                  + Keys.VERSION
                  + ": read as version "
                  + Keys.KNOWN_VERSION
                  + " of the run document"));
    }
    if (references.activityCount() == 0) {
      into.diagnostic(Diagnostic.warning(member(ROOT, Keys.ACTIVITIES), "there is no activity"));
    }
    if (activities.isStochastic()) {
      into.diagnostic(
          Diagnostic.info(
              member(ROOT, Keys.ACTIVITIES),
              "a stochastic workflow: "
                  + activities.laws()
                  + " activities have laws of their duration, and none has events or a wallclock;"
                  + " there is nothing to measure, only to predict"));
    }
    if (!unknown.isEmpty()) {
      into.diagnostic(Diagnostic.warning(ROOT, "unknown keys are ignored: " + unknown.text()));
    }
  }
}
