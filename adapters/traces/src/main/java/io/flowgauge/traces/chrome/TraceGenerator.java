package io.flowgauge.traces.chrome;

import com.fasterxml.jackson.core.JsonGenerator;
import io.flowgauge.model.core.Remarks;
import io.flowgauge.run.EventType;
import io.flowgauge.run.Phase;
import io.flowgauge.run.Processor;
import io.flowgauge.run.ServiceInterval;
import io.flowgauge.run.WorkflowRun;
import io.flowgauge.trace.Diagnostic;
import io.flowgauge.trace.Times;
import io.flowgauge.traces.document.BasedTime;
import io.flowgauge.traces.document.CodeProfiles;
import io.flowgauge.traces.document.DeclaredRegions;
import io.flowgauge.traces.document.HostLoads;
import io.flowgauge.traces.json.JsonOutput;
import java.io.IOException;
import java.util.List;

/** Writes one run. Used once. */
final class TraceGenerator {
  private static final int RUN = 1;
  private static final int ACTIVITIES = 2;
  private static final int SITES = 3;

  private final WorkflowRun run;
  private final JsonGenerator json;
  private final List<DrawnAttempt> attempts;
  private final long origin;
  private final TraceEvents events;

  /**
   * Greater than all process numbers, because viewers take a thread whose number is that of its
   * process for the main thread.
   */
  private final int firstThread;

  TraceGenerator(WorkflowRun run, JsonGenerator json) {
    this.run = run;
    this.json = json;
    attempts = DrawnAttempt.of(run);
    origin = earliest();
    events = new TraceEvents(json, origin);
    firstThread = SITES + run.sites().size();
  }

  private long earliest() {
    long earliest = run.startNanos().orElse(Long.MAX_VALUE);
    for (DrawnAttempt drawn : attempts) {
      earliest = Math.min(earliest, drawn.begin());
      if (drawn.last()) {
        for (Phase phase : run.execution(drawn.activity()).phases()) {
          earliest = Math.min(earliest, phase.beginNanos());
        }
      }
    }
    for (ServiceInterval service : run.services()) {
      earliest = Math.min(earliest, service.beginNanos());
    }
    return earliest == Long.MAX_VALUE ? 0 : earliest;
  }

  void write(List<Diagnostic> lost) throws IOException {
    json.writeStartObject();
    json.writeStringField("displayTimeUnit", "ms");
    writeOtherData();
    json.writeArrayFieldStart("traceEvents");
    int thread = drawRun();
    thread = new AttemptTracks(run, attempts, json, events).draw(ACTIVITIES, thread);
    new ProcessorTracks(run, attempts, events).draw(SITES, thread);
    json.writeEndArray();
    json.writeEndObject();
    remark(lost);
  }

  private void writeOtherData() throws IOException {
    json.writeObjectFieldStart("otherData");
    json.writeStringField("name", run.name());
    json.writeStringField("timeBase", BasedTime.label(run.timeBase()));
    json.writeStringField("origin", BasedTime.text(origin, run.timeBase()));
    if (run.makespan().isPresent()) {
      json.writeNumberField(
          "makespanSeconds", JsonOutput.seconds(Times.saturatedNanos(run.makespan().get())));
    }
    json.writeObjectFieldStart("processors");
    for (Processor processor : run.processors()) {
      json.writeObjectFieldStart(processor.name());
      json.writeNumberField("speed", processor.speed());
      json.writeNumberField("slots", processor.slots());
      json.writeStringField("site", processor.site());
      json.writeEndObject();
    }
    json.writeEndObject();
    json.writeEndObject();
  }

  private int drawRun() throws IOException {
    events.processName(RUN, run.name().isEmpty() ? "run" : "run " + run.name());
    if (run.startNanos().isPresent()) {
      drawSpan(new Track(RUN, firstThread), run.startNanos().getAsLong());
    }
    new ActivityCounter(attempts).draw(RUN, json, events);
    return drawServices(firstThread + 1);
  }

  private void drawSpan(Track track, long begin) throws IOException {
    events.threadName(track, "run");
    boolean ended = run.isFinished() && run.endNanos().isPresent();
    Slice slice =
        new Slice(
            run.name().isEmpty() ? "run" : run.name(),
            "run",
            Colour.BY_NAME,
            begin,
            ended ? run.endNanos().getAsLong() : Long.MAX_VALUE);
    events.begin(track, slice);
    if (ended) {
      events.end(track, slice.end());
    }
  }

  private int drawServices(int first) throws IOException {
    TrackLanes lanes = new TrackLanes();
    for (ServiceInterval service : run.services()) {
      int before = lanes.count();
      int lane = lanes.take(service.beginNanos(), service.endNanos());
      Track track = new Track(RUN, first + lane);
      if (lanes.count() > before) {
        events.threadName(track, "services " + (lane + 1));
      }
      events.begin(
          track,
          new Slice(
              service.service(),
              "service",
              Colour.BY_NAME,
              service.beginNanos(),
              service.endNanos()));
      events.end(track, service.endNanos());
    }
    return first + lanes.count();
  }

  private void remark(List<Diagnostic> lost) {
    Remarks remarks = new Remarks();
    boolean[] drawn = new boolean[run.workflow().activityCount()];
    attempts.forEach(attempt -> drawn[attempt.activity()] = true);
    for (int a = 0; a < drawn.length; a++) {
      String where = "activity " + run.workflow().activity(a).id();
      if (run.execution(a).graph().events().stream().anyMatch(e -> e.type() == EventType.SKIPPED)) {
        remarks.warn("SKIPPED is not drawn", where);
      } else if (!drawn[a]) {
        remarks.warn("left no event and cannot be drawn", where);
      }
    }
    lost.addAll(remarks.diagnostics());
    if (DeclaredRegions.of(run).isPresent()) {
      lost.add(Diagnostic.warning("regions", "the declared region tree is not written"));
    }
    CodeProfiles.remarkLost(run, lost);
    HostLoads.remarkLost(run, lost);
    if (!run.diagnostics().isEmpty()) {
      lost.add(
          Diagnostic.warning(
              "diagnostics", run.diagnostics().size() + " diagnostics of the run are not written"));
    }
  }
}
