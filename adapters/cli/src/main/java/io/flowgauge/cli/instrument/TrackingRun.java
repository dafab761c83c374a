package io.flowgauge.cli.instrument;

import com.fasterxml.jackson.core.JsonGenerator;
import io.flowgauge.cli.Failure;
import io.flowgauge.cli.Json;
import io.flowgauge.cli.WrongUsageException;
import io.flowgauge.cli.terminal.Screen;
import io.flowgauge.cli.terminal.StopSignal;
import io.flowgauge.instrumentation.ProcessStatus;
import io.flowgauge.instrumentation.TargetProcess;
import io.flowgauge.instrumentation.tracking.GroupProfile;
import io.flowgauge.instrumentation.tracking.ProcessTracker;
import io.flowgauge.instrumentation.tracking.TrackedProcess;
import io.flowgauge.instrumentation.tracking.TrackingCounts;
import io.flowgauge.report.layout.Human;
import io.flowgauge.report.layout.Page;
import java.io.IOException;
import java.io.Writer;
import java.time.Duration;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/** Shows what sensors measure in tracked processes. Not thread-safe. */
final class TrackingRun {
  private static final int SHOWN = 10;

  private static final Duration TICK = Duration.ofMillis(20);

  private final ProfileOptions options;
  private final Writer out;
  private final Screen screen;
  private final int width;
  private final long start = System.nanoTime();

  TrackingRun(ProfileOptions options, Writer out, boolean isTerminal) {
    this.options = options;
    this.out = out;
    this.screen = new Screen(out, isTerminal);
    this.width = Screen.width(isTerminal);
  }

  /** Rejects options that need a single process. */
  static void check(ProfileOptions options) {
    if (options.log().isPresent() || options.isXml()) {
      throw new WrongUsageException("--log and --format xml work only for a single process");
    }
  }

  /**
   * Waits until the time is up, the launched command ends, or a stop signal is given; returns
   * whether it was a stop signal.
   */
  boolean watch(ProcessTracker tracker, long nanos, StopSignal stop) throws IOException {
    long shown = start;
    long left = nanos;
    while (left > 0 && !hasEnded(tracker)) {
      if (stop.await(Duration.ofNanos(Math.min(left, TICK.toNanos())))) {
        return true;
      }
      left = nanos - (System.nanoTime() - start);
      if (options.isWatched() && System.nanoTime() - shown >= options.interval().toNanos()) {
        shown = System.nanoTime();
        show(tracker, false);
      }
    }
    return false;
  }

  private static boolean hasEnded(ProcessTracker tracker) {
    return tracker
        .command()
        .filter(process -> process.status().state() == ProcessStatus.State.EXITED)
        .isPresent();
  }

  /** Shows everything once more, after the end. */
  void end(ProcessTracker tracker) throws IOException {
    show(tracker, true);
    out.flush();
  }

  private void show(ProcessTracker tracker, boolean isLast) throws IOException {
    if (options.isText()) {
      StringBuilder text = new StringBuilder();
      write(new Page(text), tracker);
      screen.show(text);
    } else if (options.isWatched() || !isLast) {
      Json.line(out, json -> write(json, tracker));
    } else {
      Json.pretty(out, json -> write(json, tracker));
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
    for (List<TrackedProcess> alike : byProgram(refused)) {
      page.paragraph("  ", nameOf(alike) + ": " + why(alike.get(0)));
    }
    if (counts.instrumented() == 0) {
      unmatched(page, tracker);
    }
  }

  /** Groups refused processes by program and reason. */
  private static Collection<List<TrackedProcess>> byProgram(List<TrackedProcess> refused) {
    return refused.stream()
        .collect(
            Collectors.groupingBy(
                process ->
                    Map.entry(process.process().name(), process.refusal().orElseThrow().code()),
                LinkedHashMap::new,
                Collectors.toList()))
        .values();
  }

  private static String nameOf(List<TrackedProcess> alike) {
    TargetProcess first = alike.get(0).process();
    return first.name()
        + ", process "
        + first.pid()
        + (alike.size() > 1 ? " and " + Human.count(alike.size() - 1, "other", "others") : "");
  }

  /** Writes which patterns match no region, and what exists instead. */
  private static void unmatched(Page page, ProcessTracker tracker) throws IOException {
    Set<String> texts = new LinkedHashSet<>();
    for (TrackedProcess process : tracker.processes()) {
      process
          .report()
          .ifPresent(
              report ->
                  report
                      .unmatched()
                      .forEach(pattern -> texts.add(RefusedText.unmatched(pattern, report))));
    }
    for (String text : texts.stream().limit(SHOWN).toList()) {
      page.paragraph("  ", text + ".");
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
              + " were too short-lived to be seen; this count includes threads that started.");
    }
    if (counts.lostStarts() > 0) {
      page.paragraph(
          "",
          "Processes started faster than they could be followed, "
              + Human.count(counts.lostStarts(), "time", "times")
              + "; short-lived processes may have been missed.");
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
      json.writeStringField("name", process.process().name());
      json.writeStringField("code", process.refusal().orElseThrow().code().name());
      json.writeStringField("reason", process.refusal().orElseThrow().message());
      json.writeEndObject();
    }
    json.writeEndArray();
  }
}
