package io.flowgauge.cli;

import com.fasterxml.jackson.core.JsonGenerator;
import io.flowgauge.instrumentation.InstrumentationException;
import io.flowgauge.instrumentation.tracking.GroupProfile;
import io.flowgauge.instrumentation.tracking.ProcessTracker;
import io.flowgauge.instrumentation.tracking.TrackedProcess;
import io.flowgauge.instrumentation.tracking.TrackingCounts;
import io.flowgauge.metrics.render.Human;
import io.flowgauge.metrics.render.Page;
import java.io.IOException;
import java.time.Duration;
import java.util.List;

/** Shows what is measured in tracked processes. Not thread-safe. */
final class TrackingRun {
  private static final int SHOWN = 10;

  private final Session session;
  private final ProfileOptions options;
  private final Screen screen;
  private final int width;
  private final long start = System.nanoTime();

  TrackingRun(Session session, ProfileOptions options) {
    this.session = session;
    this.options = options;
    this.screen = new Screen(session.text(), session.isScreen());
    this.width = Screen.width(session.isScreen());
  }

  /** Waits until the time is over, or for the stop; closes the tracker. */
  int run(ProcessTracker tracker, long nanos, StopSignal stop) throws IOException {
    try (tracker) {
      if (tracker.unavailable().isPresent()) {
        throw new InstrumentationException(tracker.unavailable().get());
      }
      long left = nanos;
      while (left > 0
          && !stop.await(Duration.ofNanos(Math.min(left, options.interval().toNanos())))) {
        left = nanos - (System.nanoTime() - start);
        if (options.isWatched() && left > 0) {
          show(tracker, false);
        }
      }
    }
    show(tracker, true);
    return Main.DONE;
  }

  private void show(ProcessTracker tracker, boolean isLast) throws IOException {
    if (options.isText()) {
      StringBuilder text = new StringBuilder();
      write(new Page(text), tracker);
      screen.show(text);
    } else if (options.isWatched() || !isLast) {
      Json.line(session.text(), json -> write(json, tracker));
    } else {
      Json.pretty(session.text(), json -> write(json, tracker));
    }
  }

  private void write(Page page, ProcessTracker tracker) throws IOException {
    TrackingCounts counts = tracker.counts();
    page.paragraph("", found(counts) + ", known from " + tracker.source() + ".");
    missed(page, counts);
    for (GroupProfile group : tracker.groups()) {
      page.title(
          group.group().orElse("NO JOB"), Human.count(group.processes(), "process", "processes"));
      new RegionTable(width, options.top())
          .write(page, group.regions(), RegionTable.Frame.of((double) (System.nanoTime() - start)));
    }
    List<TrackedProcess> refused = refused(tracker);
    if (!refused.isEmpty()) {
      page.title("REFUSED", Human.count(counts.refused(), "process", "processes"));
    }
    for (TrackedProcess process : refused.stream().limit(SHOWN).toList()) {
      page.paragraph("  ", process.process().pid() + ": " + why(process));
    }
  }

  private static String found(TrackingCounts counts) {
    return Human.count(counts.found(), "process", "processes")
        + " found, "
        + Human.count(counts.instrumented())
        + " with sensors, "
        + Human.count(counts.ended())
        + " of them ended";
  }

  private static void missed(Page page, TrackingCounts counts) throws IOException {
    if (counts.unseen() > 0) {
      page.paragraph(
          "",
          "Up to "
              + Human.count(counts.unseen(), "process", "processes")
              + " were too short to be seen, less threads that started.");
    }
    if (counts.lostStarts() > 0) {
      page.paragraph(
          "",
          "Starts came too fast "
              + Human.count(counts.lostStarts(), "time", "times")
              + "; short processes may have been missed then.");
    }
  }

  private static List<TrackedProcess> refused(ProcessTracker tracker) {
    return tracker.processes().stream().filter(p -> p.refusal().isPresent()).toList();
  }

  private static String why(TrackedProcess process) {
    return process.refusal().map(Failure::text).orElse("");
  }

  private void write(JsonGenerator json, ProcessTracker tracker) throws IOException {
    TrackingCounts counts = tracker.counts();
    json.writeStringField("source", tracker.source());
    json.writeNumberField("found", counts.found());
    json.writeNumberField("instrumented", counts.instrumented());
    json.writeNumberField("ended", counts.ended());
    json.writeNumberField("unseenAtMost", counts.unseen());
    json.writeNumberField("lostStarts", counts.lostStarts());
    json.writeArrayFieldStart("groups");
    for (GroupProfile group : tracker.groups()) {
      json.writeStartObject();
      new ProfileJson(json, options).group(group);
      json.writeEndObject();
    }
    json.writeEndArray();
    json.writeArrayFieldStart("refused");
    for (TrackedProcess process : refused(tracker)) {
      json.writeStartObject();
      json.writeNumberField("pid", process.process().pid());
      json.writeStringField("code", process.refusal().orElseThrow().code().name());
      json.writeStringField("message", process.refusal().orElseThrow().message());
      json.writeEndObject();
    }
    json.writeEndArray();
  }
}
