package io.flowgauge.traces.document;

import com.fasterxml.jackson.core.JsonGenerator;
import io.flowgauge.run.ActivityEvent;
import io.flowgauge.run.ActivityExecution;
import io.flowgauge.run.Attempt;
import io.flowgauge.run.Processor;
import io.flowgauge.run.ServiceInterval;
import io.flowgauge.run.TimeBase;
import io.flowgauge.run.WorkflowRun;
import io.flowgauge.trace.Diagnostic;
import io.flowgauge.traces.json.JsonOutput;
import io.flowgauge.workflow.Dependency;
import io.flowgauge.workflow.Region;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/** Writes one run. Not thread-safe. */
final class DocumentGenerator {
  private final WorkflowRun run;
  private final JsonGenerator json;
  private final List<Diagnostic> lost;
  private boolean hasTimes;
  private boolean isUnderWay;
  private long lastNanos = Long.MIN_VALUE;

  DocumentGenerator(WorkflowRun run, JsonGenerator json, List<Diagnostic> lost) {
    this.run = run;
    this.json = json;
    this.lost = lost;
  }

  void write() throws IOException {
    json.writeStartObject();
    json.writeNumberField(Keys.VERSION, Keys.KNOWN_VERSION);
    if (!run.name().isEmpty()) {
      json.writeStringField(Keys.NAME, run.name());
    }
    if (run.isStartRecorded() && run.startNanos().isPresent()) {
      json.writeFieldName(Keys.START);
      time(run.startNanos().getAsLong());
    }
    OptionalLong end = StatedEnd.of(run);
    if (end.isPresent()) {
      json.writeFieldName(Keys.END);
      time(end.getAsLong());
    }
    writeProcessors();
    writeActivities();
    writeDependencies();
    writeServices();
    HostLoads.write(run.hostLoads(), json, this::time);
    writeRegions();
    writeMakespan();
    writeTimeBase();
    writeDiagnostics();
    json.writeEndObject();
    remarkOpenEnd();
  }

  private void writeProcessors() throws IOException {
    if (run.processors().isEmpty()) {
      return;
    }
    json.writeObjectFieldStart(Keys.PROCESSORS);
    for (Processor processor : run.processors()) {
      json.writeObjectFieldStart(processor.name());
      json.writeNumberField(Keys.SPEED, processor.speed());
      json.writeNumberField(Keys.SLOTS, processor.slots());
      if (!processor.site().isEmpty()) {
        json.writeStringField(Keys.SITE, processor.site());
      }
      json.writeEndObject();
    }
    json.writeEndObject();
  }

  private void writeActivities() throws IOException {
    ActivityGenerator activities = new ActivityGenerator(json, this::time);
    json.writeObjectFieldStart(Keys.ACTIVITIES);
    for (ActivityExecution execution : run.executions()) {
      List<ActivityEvent> events = execution.graph().events();
      activities.write(execution, events);
      isUnderWay |= isUnderWay(execution.attempts());
      events.forEach(event -> lastNanos = Math.max(lastNanos, event.epochNanos()));
    }
    json.writeEndObject();
  }

  private static boolean isUnderWay(List<Attempt> attempts) {
    return !attempts.isEmpty() && attempts.get(attempts.size() - 1).outcome().isEmpty();
  }

  private void writeDependencies() throws IOException {
    if (run.workflow().dependencyCount() == 0) {
      return;
    }
    json.writeArrayFieldStart(Keys.DEPENDENCIES);
    for (Dependency dependency : run.workflow().dependencies()) {
      json.writeArray(new String[] {dependency.from(), dependency.to()}, 0, 2);
    }
    json.writeEndArray();
  }

  private void writeServices() throws IOException {
    if (run.services().isEmpty()) {
      return;
    }
    json.writeArrayFieldStart(Keys.SERVICES);
    for (ServiceInterval service : run.services()) {
      json.writeStartArray();
      json.writeString(service.service());
      time(service.beginNanos());
      time(service.endNanos());
      json.writeEndArray();
    }
    json.writeEndArray();
  }

  private void writeRegions() throws IOException {
    Optional<Region> regions = DeclaredRegions.of(run);
    if (regions.isEmpty()) {
      return;
    }
    int depth = RegionGenerator.depth(regions.get());
    if (depth > RegionGenerator.MAX_DEPTH) {
      lost.add(
          Diagnostic.error(
              Keys.REGIONS,
              "the region tree is not written: it is "
                  + depth
                  + " regions deep, and a document"
                  + " holds "
                  + RegionGenerator.MAX_DEPTH));
      return;
    }
    json.writeFieldName(Keys.REGIONS);
    RegionGenerator.write(json, regions.get());
  }

  /** The makespan follows from start and end if both are known. */
  private void writeMakespan() throws IOException {
    if (run.startNanos().isEmpty() || run.endNanos().isEmpty()) {
      JsonOutput.writeSeconds(json, Keys.RECORDED_MAKESPAN, run.makespan());
    }
  }

  /** UTC and relative times are recognisable by their form, but only if there are any. */
  private void writeTimeBase() throws IOException {
    TimeBase base = run.timeBase();
    if (base == TimeBase.UNKNOWN_ZONE || (base == TimeBase.RELATIVE && !hasTimes)) {
      json.writeStringField(Keys.TIME_BASE, BasedTime.label(base));
    }
  }

  private void writeDiagnostics() throws IOException {
    if (run.diagnostics().isEmpty()) {
      return;
    }
    json.writeArrayFieldStart(Keys.DIAGNOSTICS);
    for (Diagnostic diagnostic : run.diagnostics()) {
      json.writeStartObject();
      json.writeStringField(Keys.SEVERITY, diagnostic.severity().label());
      json.writeStringField(Keys.WHERE, diagnostic.where());
      json.writeStringField(Keys.MESSAGE, diagnostic.message());
      json.writeEndObject();
    }
    json.writeEndArray();
  }

  /** The document of a run in progress has no place for the moment of its snapshot. */
  private void remarkOpenEnd() {
    if (run.isFinished()) {
      return;
    }
    if (!isUnderWay) {
      lost.add(
          Diagnostic.warning(
              "run",
              "the run was not finished, but since no activity was under way, a reader of the"
                  + " document takes it as finished"));
    } else if (run.endNanos().orElse(lastNanos) > lastNanos) {
      lost.add(
          Diagnostic.warning(
              "run",
              "the run was not finished: its open states were measured until "
                  + shown(run.endNanos().getAsLong())
                  + ", but a reader of the document measures them until the last event"));
    }
  }

  private void time(long nanos) throws IOException {
    hasTimes = true;
    if (run.timeBase() == TimeBase.RELATIVE) {
      json.writeNumber(JsonOutput.seconds(nanos));
    } else {
      json.writeString(shown(nanos));
    }
  }

  private String shown(long nanos) {
    return BasedTime.text(nanos, run.timeBase());
  }
}
