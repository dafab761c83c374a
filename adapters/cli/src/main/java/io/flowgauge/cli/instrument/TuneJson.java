package io.flowgauge.cli.instrument;

import com.fasterxml.jackson.core.JsonGenerator;
import io.flowgauge.cli.instrument.Tunings.PlacedStep;
import io.flowgauge.tuning.Rate;
import io.flowgauge.tuning.TuningStep;
import io.flowgauge.tuning.TuningStep.State;
import java.io.IOException;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Writes the results of tuning as one object: changes with their final states, and refusals.
 * Stateless.
 */
final class TuneJson {
  /** The key that all steps of one change share. */
  private record Key(String place, String tunlet, List<Long> pids, String change) {
    static Key of(PlacedStep placed) {
      TuningStep step = placed.step();
      return new Key(placed.place(), step.tunlet(), step.pids(), what(step));
    }
  }

  private TuneJson() {}

  static void write(JsonGenerator json, List<PlacedStep> steps) throws IOException {
    Map<Key, PlacedStep> last = new LinkedHashMap<>();
    steps.forEach(step -> last.put(Key.of(step), step));
    write(json, "changes", last.values(), false);
    write(json, "refused", last.values(), true);
  }

  private static void write(
      JsonGenerator json, String name, Collection<PlacedStep> steps, boolean refused)
      throws IOException {
    json.writeArrayFieldStart(name);
    for (PlacedStep step : steps) {
      if (step.step().state() == State.REFUSED == refused) {
        json.writeStartObject();
        write(json, step);
        json.writeEndObject();
      }
    }
    json.writeEndArray();
  }

  private static String what(TuningStep step) {
    return step.change().map(Object::toString).orElse("");
  }

  private static void write(JsonGenerator json, PlacedStep placed) throws IOException {
    TuningStep step = placed.step();
    json.writeStringField("time", step.time().toString());
    if (!placed.place().isEmpty()) {
      json.writeStringField("place", placed.place());
    }
    json.writeStringField("tunlet", step.tunlet());
    json.writeStringField("program", step.program());
    if (!step.pids().isEmpty()) {
      json.writeNumberField("process", step.pids().get(0));
    }
    json.writeArrayFieldStart("pids");
    for (long pid : step.pids()) {
      json.writeNumber(pid);
    }
    json.writeEndArray();
    json.writeStringField("what", what(step));
    write(json, "before", step.before());
    write(json, "after", step.after());
    json.writeStringField("state", step.state().label());
    json.writeBooleanField("undone", step.state() == State.UNDONE);
    json.writeStringField("why", step.reason());
  }

  private static void write(JsonGenerator json, String key, Rate rate) throws IOException {
    if (rate.intervals() == 0) {
      json.writeNullField(key);
      return;
    }
    json.writeObjectFieldStart(key);
    json.writeNumberField("callsPerSecond", rate.mean());
    json.writeNumberField("error", rate.error());
    json.writeNumberField("intervals", rate.intervals());
    json.writeEndObject();
  }
}
