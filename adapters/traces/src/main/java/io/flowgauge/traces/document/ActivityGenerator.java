package io.flowgauge.traces.document;

import com.fasterxml.jackson.core.JsonGenerator;
import io.flowgauge.run.ActivityEvent;
import io.flowgauge.run.ActivityExecution;
import io.flowgauge.run.Attempt;
import io.flowgauge.run.Phase;
import io.flowgauge.run.PhaseType;
import io.flowgauge.traces.json.JsonOutput;
import io.flowgauge.workflow.Activity;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Writes activities and their executions. Not thread-safe. */
final class ActivityGenerator {
  private final JsonGenerator json;
  private final TimeOutput times;

  /** Writes a time in the form of the document. */
  interface TimeOutput {
    void write(long nanos) throws IOException;
  }

  ActivityGenerator(JsonGenerator json, TimeOutput times) {
    this.json = json;
    this.times = times;
  }

  void write(ActivityExecution execution, List<ActivityEvent> events) throws IOException {
    Activity activity = execution.activity();
    json.writeObjectFieldStart(activity.id());
    json.writeStringField(Keys.TYPE, activity.type());
    json.writeStringField(Keys.KIND, activity.kind().name());
    if (activity.iteration().isPresent()) {
      json.writeNumberField(Keys.ITERATION, activity.iteration().getAsInt());
    }
    writeAttributes(activity);
    writeProcessors(execution);
    JsonOutput.writeSeconds(json, Keys.WALLCLOCK, execution.wallclock());
    JsonOutput.writeSeconds(json, Keys.IDEAL, execution.ideal());
    writeEvents(events);
    writePhases(execution.phases());
    writePhaseTimes(execution.phaseTimes());
    CodeProfiles.write(execution.codeProfiles(), json, times);
    json.writeEndObject();
  }

  private void writeAttributes(Activity activity) throws IOException {
    if (activity.attributes().isEmpty()) {
      return;
    }
    json.writeObjectFieldStart(Keys.ATTRIBUTES);
    for (Map.Entry<String, String> attribute : activity.attributes().entrySet()) {
      json.writeStringField(attribute.getKey(), attribute.getValue());
    }
    json.writeEndObject();
  }

  private void writeProcessors(ActivityExecution execution) throws IOException {
    Optional<String> last = execution.processor();
    if (last.isPresent()) {
      json.writeStringField(Keys.PROCESSOR, last.get());
    }
    List<Attempt> elsewhere =
        execution.attempts().stream().filter(a -> !a.processor().equals(last)).toList();
    if (elsewhere.isEmpty()) {
      return;
    }
    json.writeObjectFieldStart(Keys.ATTEMPT_PROCESSORS);
    for (Attempt attempt : elsewhere) {
      json.writeFieldName(Integer.toString(attempt.number()));
      // Null states that the processor is not known; without it, a reader assumes that of the last
      // attempt.
      json.writeString(attempt.processor().orElse(null));
    }
    json.writeEndObject();
  }

  private void writeEvents(List<ActivityEvent> events) throws IOException {
    if (events.isEmpty()) {
      return;
    }
    json.writeArrayFieldStart(Keys.EVENTS);
    for (ActivityEvent event : events) {
      json.writeStartArray();
      json.writeString(event.type().name());
      times.write(event.epochNanos());
      json.writeNumber(event.attempt());
      json.writeEndArray();
    }
    json.writeEndArray();
  }

  private void writePhaseTimes(Map<PhaseType, Duration> times) throws IOException {
    if (times.isEmpty()) {
      return;
    }
    json.writeObjectFieldStart(Keys.PHASE_TIMES);
    for (Map.Entry<PhaseType, Duration> time : times.entrySet()) {
      JsonOutput.writeSeconds(json, time.getKey().label(), Optional.of(time.getValue()));
    }
    json.writeEndObject();
  }

  private void writePhases(List<Phase> phases) throws IOException {
    if (phases.isEmpty()) {
      return;
    }
    json.writeArrayFieldStart(Keys.PHASES);
    for (Phase phase : phases) {
      json.writeStartArray();
      json.writeString(phase.name());
      times.write(phase.beginNanos());
      times.write(phase.endNanos());
      json.writeEndArray();
    }
    json.writeEndArray();
  }
}
