package io.flowgauge.traces.otlp;

import static java.util.Comparator.comparingLong;

import io.flowgauge.model.core.Remarks;
import io.flowgauge.run.Phase;
import io.flowgauge.run.Processor;
import io.flowgauge.run.RunRecorder;
import io.flowgauge.run.ServiceInterval;
import io.flowgauge.run.TimeBase;
import io.flowgauge.trace.TraceFile;
import io.flowgauge.trace.TraceFormatException;
import io.flowgauge.traces.document.BasedTime;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Records the spans of a file. Used once. */
final class SpanAssembly {
  private final TraceFile file;
  private final List<Map<String, String>> resources;
  private final Remarks remarks;
  private final RunRecorder into;
  private final Roles roles;
  private final List<Span> activities = new ArrayList<>();
  private final Set<String> declared = new HashSet<>();
  private final Optional<Span> runSpan;

  SpanAssembly(
      TraceFile file,
      List<Span> spans,
      List<Map<String, String>> resources,
      Remarks remarks,
      RunRecorder into) {
    this.file = file;
    this.resources = resources;
    this.remarks = remarks;
    this.into = into;
    roles = new Roles(spans, remarks);
    runSpan = findRunSpan();
  }

  /** Returns the run's own span or, if there is none, the only span that encloses all others. */
  private Optional<Span> findRunSpan() {
    List<Span> outermost = new ArrayList<>();
    for (Span span : roles.spans()) {
      if (span.is(OtlpNames.RUN)) {
        return Optional.of(span);
      }
      if (roles.parent(span).isEmpty()) {
        outermost.add(span);
      }
    }
    return outermost.size() == 1 && !outermost.get(0).isActivity
        ? Optional.of(outermost.get(0))
        : Optional.empty();
  }

  /** Records everything, and returns the name of the run. */
  String assemble() throws TraceFormatException {
    if (roles.spans().isEmpty()) {
      throw file.error("", "no span", "resourceSpans with a span or more");
    }
    for (Map<String, String> resource : resources) {
      declareProcessor(resource);
    }
    nameActivities();
    for (Span span : activities) {
      SpanActivity activity = SpanActivity.of(file, span, into);
      activity.record(declared.add(span.activityId));
      processor(span.attributes)
          .or(() -> processor(span.resource))
          .ifPresent(name -> into.assign(span.activityId, activity.attempt(), name));
    }
    for (Span span : roles.spans()) {
      recordLinks(span);
      if (!span.isActivity) {
        recordOther(span);
      }
    }
    return runSpan.map(span -> span.name).orElse("");
  }

  private static Optional<String> processor(Map<String, String> attributes) {
    return Optional.ofNullable(
            attributes.getOrDefault(OtlpNames.HOST, attributes.get(OtlpNames.NODE)))
        .filter(name -> !name.isEmpty());
  }

  /**
   * Declares the processor of a resource that states its slots; any other gets as many slots as it
   * needed without a declaration.
   */
  private void declareProcessor(Map<String, String> resource) throws TraceFormatException {
    Optional<String> name = processor(resource);
    if (name.isEmpty() || !resource.containsKey(OtlpNames.SLOTS)) {
      return;
    }
    String speed = resource.getOrDefault(OtlpNames.SPEED, "1");
    String slots = resource.get(OtlpNames.SLOTS);
    try {
      into.processor(
          new Processor(
              name.get(),
              Double.parseDouble(speed),
              Integer.parseInt(slots),
              resource.getOrDefault(OtlpNames.SITE, "")));
    } catch (IllegalArgumentException e) {
      throw file.error(
          "resource " + name.get(),
          "speed " + speed + " and " + slots + " slots",
          "a speed above 0 and a number of slots, 1 or more");
    }
  }

  private void nameActivities() {
    Map<String, Integer> uses = new HashMap<>();
    for (Span span : roles.spans()) {
      if (span.isActivity) {
        activities.add(span);
        span.index = index(span);
        uses.merge(shortName(span), 1, Integer::sum);
      }
    }
    activities.sort(comparingLong((Span span) -> span.index).thenComparingLong(span -> span.start));
    for (Span span : activities) {
      String name = shortName(span);
      boolean unique = span.attributes.containsKey(OtlpNames.ID) || uses.get(name) == 1;
      span.activityId = unique ? name : name + " (" + span.hexId() + ")";
    }
  }

  private static String shortName(Span span) {
    return span.attribute(OtlpNames.ID)
        .or(() -> span.attribute(OtlpNames.TASK_RUN_ID))
        .or(() -> Optional.of(span.name))
        .filter(name -> !name.isEmpty())
        .orElseGet(span::hexId);
  }

  private static long index(Span span) {
    try {
      return Long.parseLong(span.attributes.getOrDefault(OtlpNames.INDEX, "0"));
    } catch (NumberFormatException e) {
      return 0;
    }
  }

  private void recordLinks(Span span) {
    for (SpanKey key : span.links) {
      Optional<Span> target = roles.find(key);
      if (target.isEmpty()) {
        remarks.warn(
            "links to spans that are not in the file (not exported, or left out by sampling):"
                + " dependencies are missing",
            span.place());
        continue;
      }
      Optional<Span> from = roles.activityAt(target.get());
      Optional<Span> to = roles.activityAt(span);
      if (from.isEmpty() || to.isEmpty()) {
        remarks.warn("links of spans around activities, not used", span.place());
      } else if (!from.get().activityId.equals(to.get().activityId)) {
        into.dependency(from.get().activityId, to.get().activityId);
      }
    }
  }

  private void recordOther(Span span) throws TraceFormatException {
    if (span.is(OtlpNames.RUN)) {
      recordRun(span);
    } else if (runSpan.filter(run -> run == span).isPresent() && span.parent == 0) {
      recordRoot(span);
    } else if (span.is(OtlpNames.SERVICE)) {
      if (isUsable(span)) {
        into.service(new ServiceInterval(span.name, span.start, span.end));
      }
    } else {
      Optional<Span> activity = roles.enclosing(span);
      if (activity.isPresent() && isUsable(span)) {
        into.phase(activity.get().activityId, new Phase(span.name, span.start, span.end));
      } else if (activity.isEmpty() && roles.parent(span).isEmpty()) {
        remarks.info(
            "spans that only enclose activities and are not activities themselves", span.place());
      }
    }
  }

  /**
   * Records the span that encloses all others: spans are sent when they end, so its presence means
   * that the run is over.
   */
  private void recordRoot(Span span) {
    if (span.hasTimes()) {
      into.start(span.start);
      into.end(span.end);
    }
  }

  private boolean isUsable(Span span) {
    if (span.is(OtlpNames.PHASE) || span.is(OtlpNames.SERVICE)) {
      span.takeAbsentTimesForZero();
    }
    if (!span.hasTimes()) {
      remarks.warn("spans without times, or that end before they begin, left out", span.place());
    }
    return span.hasTimes();
  }

  private void recordRun(Span span) throws TraceFormatException {
    if (span.hasStart() && !span.is(OtlpNames.UNRECORDED_START)) {
      into.start(span.start);
    } else if (span.attributes.containsKey(OtlpNames.START)) {
      into.start(parseNanos(span, OtlpNames.START));
    }
    if (span.attributes.containsKey(OtlpNames.END)) {
      into.end(parseNanos(span, OtlpNames.END));
    } else if (span.hasEnd() && !span.attributes.containsKey(OtlpNames.TIME_BASE)) {
      into.end(span.end); // Written by another program, which ends it when the run is over.
    }
    if (span.attributes.containsKey(OtlpNames.TIME_BASE)) {
      into.timeBase(timeBase(span.attributes.get(OtlpNames.TIME_BASE)));
    }
    if (span.attributes.containsKey(OtlpNames.RECORDED_MAKESPAN)) {
      into.recordedMakespan(SpanActivity.nanos(file, span, OtlpNames.RECORDED_MAKESPAN));
    }
  }

  /**
   * Reads a time that a span cannot hold: a start before 1970, or at 0, which Protocol Buffers
   * omit; or the end of a run that is over although one of its spans is open.
   */
  private long parseNanos(Span span, String attribute) throws TraceFormatException {
    String text = span.attributes.get(attribute);
    try {
      return Long.parseLong(text);
    } catch (NumberFormatException e) {
      throw file.error(attribute, "\"" + text + "\"", "nanoseconds");
    }
  }

  private TimeBase timeBase(String label) throws TraceFormatException {
    for (TimeBase base : TimeBase.values()) {
      if (BasedTime.label(base).equals(label)) {
        return base;
      }
    }
    throw file.error(OtlpNames.TIME_BASE, "\"" + label + "\"", "utc, unknown-zone or relative");
  }
}
