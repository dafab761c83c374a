package io.flowgauge.traces.otlp;

import com.fasterxml.jackson.core.JsonGenerator;
import io.flowgauge.run.ActivityEvent;
import io.flowgauge.run.ActivityExecution;
import io.flowgauge.run.EventType;
import io.flowgauge.run.Phase;
import io.flowgauge.run.PhaseType;
import io.flowgauge.run.WorkflowRun;
import io.flowgauge.trace.Times;
import io.flowgauge.workflow.Activity;
import io.flowgauge.workflow.Workflow;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** Writes the spans of attempts and of their phases. Not thread-safe. */
final class AttemptOutput {
  private final WorkflowRun run;
  private final JsonGenerator json;
  private final SpanOutput out;
  private final long[] firstIds;
  private final long parent;

  /**
   * Creates an output.
   *
   * @param firstIds id of the first span of each activity
   */
  AttemptOutput(WorkflowRun run, JsonGenerator json, SpanOutput out, long[] firstIds, long parent) {
    this.run = run;
    this.json = json;
    this.out = out;
    this.firstIds = firstIds;
    this.parent = parent;
  }

  /** Writes the spans, and returns the next free id. */
  long write(AttemptSpan span, long freeId) throws IOException {
    ActivityExecution execution = run.execution(span.activity());
    List<ActivityEvent> events = events(execution, span);
    out.begin(span.id(), parent, execution.activity().type());
    writeTimes(events);
    writeAttributes(execution, span, events);
    writeEvents(events);
    writeLinks(span);
    writeStatus(events);
    json.writeEndObject();
    return span.last() ? writePhases(execution, span, freeId) : freeId;
  }

  private List<ActivityEvent> events(ActivityExecution execution, AttemptSpan span) {
    List<ActivityEvent> events = new ArrayList<>();
    for (ActivityEvent event : execution.graph().events()) {
      if (event.attempt() == span.attempt()
          && out.isWritable(event.epochNanos(), "activity " + event.activity())) {
        events.add(event);
      }
    }
    return events;
  }

  /** Writes start and end for viewers; a reader uses the events instead. */
  private void writeTimes(List<ActivityEvent> events) throws IOException {
    if (!events.isEmpty()) {
      out.time("startTimeUnixNano", events.get(0).epochNanos());
      if (events.stream().anyMatch(event -> event.type().endsAttempt())) {
        out.time("endTimeUnixNano", events.get(events.size() - 1).epochNanos());
      }
    }
  }

  private void writeAttributes(
      ActivityExecution execution, AttemptSpan span, List<ActivityEvent> events)
      throws IOException {
    Activity activity = execution.activity();
    json.writeArrayFieldStart("attributes");
    out.text(OtlpNames.ID, activity.id());
    out.text(OtlpNames.TYPE, activity.type());
    out.text(OtlpNames.KIND, activity.kind().name());
    out.whole(OtlpNames.INDEX, span.activity());
    if (span.attempt() > 0) {
      out.whole(OtlpNames.ATTEMPT, span.attempt());
    }
    if (activity.iteration().isPresent()) {
      out.whole(OtlpNames.ITERATION, activity.iteration().getAsInt());
    }
    if (span.last()) {
      writeMeasured(execution);
    }
    for (Map.Entry<String, String> attribute : activity.attributes().entrySet()) {
      out.text(OtlpNames.written(attribute.getKey()), attribute.getValue());
    }
    writeConvention(activity, events);
    json.writeEndArray();
  }

  private void writeMeasured(ActivityExecution execution) throws IOException {
    if (execution.wallclock().isPresent()) {
      out.whole(OtlpNames.WALLCLOCK, Times.saturatedNanos(execution.wallclock().get()));
    }
    if (execution.ideal().isPresent()) {
      out.whole(OtlpNames.IDEAL, Times.saturatedNanos(execution.ideal().get()));
    }
    for (Map.Entry<PhaseType, Duration> time : execution.phaseTimes().entrySet()) {
      out.whole(
          OtlpNames.PHASE_TIME + time.getKey().label(), Times.saturatedNanos(time.getValue()));
    }
  }

  private void writeConvention(Activity activity, List<ActivityEvent> events) throws IOException {
    out.text(OtlpNames.TASK_NAME, activity.type());
    out.text(OtlpNames.TASK_RUN_ID, activity.id());
    for (ActivityEvent event : events) {
      if (event.type().endsAttempt()) {
        out.text(OtlpNames.TASK_RESULT, result(event.type()));
        return;
      }
    }
  }

  private static String result(EventType end) {
    return switch (end) {
      case FAILED -> OtlpNames.FAILURE;
      case ABORTED -> OtlpNames.CANCELLATION;
      default -> OtlpNames.SUCCESS;
    };
  }

  private void writeEvents(List<ActivityEvent> events) throws IOException {
    json.writeArrayFieldStart("events");
    for (ActivityEvent event : events) {
      json.writeStartObject();
      out.time("timeUnixNano", event.epochNanos());
      json.writeStringField("name", OtlpNames.OWN + event.type().name().toLowerCase(Locale.ROOT));
      json.writeEndObject();
    }
    json.writeEndArray();
  }

  /** Writes links from the first span of an activity to the last span of each predecessor. */
  private void writeLinks(AttemptSpan span) throws IOException {
    if (span.id() != firstIds[span.activity()]) {
      return;
    }
    Workflow workflow = run.workflow();
    json.writeArrayFieldStart("links");
    for (int earlier : workflow.predecessors(span.activity())) {
      out.link(firstIds[earlier + 1] - 1);
    }
    json.writeEndArray();
  }

  private void writeStatus(List<ActivityEvent> events) throws IOException {
    for (ActivityEvent event : events) {
      if (event.type().endsAttempt()) {
        json.writeObjectFieldStart("status");
        json.writeNumberField("code", event.type() == EventType.COMPLETED ? 1 : Span.ERROR);
        json.writeEndObject();
        return;
      }
    }
  }

  private long writePhases(ActivityExecution execution, AttemptSpan span, long freeId)
      throws IOException {
    long id = freeId;
    for (Phase phase : execution.phases()) {
      if (out.isWritable(phase.beginNanos(), "activity " + execution.activity().id())) {
        out.begin(id++, span.id(), phase.name());
        out.time("startTimeUnixNano", phase.beginNanos());
        out.time("endTimeUnixNano", phase.endNanos());
        json.writeArrayFieldStart("attributes");
        out.flag(OtlpNames.PHASE);
        json.writeEndArray();
        json.writeEndObject();
      }
    }
    return id;
  }
}
