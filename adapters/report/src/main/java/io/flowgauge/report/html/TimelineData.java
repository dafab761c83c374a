package io.flowgauge.report.html;

import io.flowgauge.analysis.Measured;
import io.flowgauge.analysis.RunMetrics;
import io.flowgauge.analysis.RunReport;
import io.flowgauge.report.document.JsonWriter;
import io.flowgauge.run.ActivityExecution;
import io.flowgauge.run.ActivityState;
import io.flowgauge.run.Attempt;
import io.flowgauge.run.EventType;
import io.flowgauge.run.Processor;
import io.flowgauge.run.ServiceInterval;
import io.flowgauge.run.StateInterval;
import io.flowgauge.run.WorkflowRun;
import io.flowgauge.trace.Times;
import java.io.IOException;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;

/**
 * The states and attempts of every activity, as flat columns of whole numbers, which compress well
 * and which a browser reads fast. Times are microseconds since the start of the run.
 *
 * <p>{@code times} holds T of each activity, null if unknown; {@code attempts} holds rows of
 * activity, number, processor, outcome, ACTIVE and end; {@code states} holds rows of attempt (its
 * row), state, begin and length. A processor of -1 is unknown; an outcome of 0 means none yet. For
 * very many activities there are sums instead, see {@link CrowdData}.
 */
final class TimelineData {
  private static final Map<EventType, Integer> OUTCOMES =
      new EnumMap<>(Map.of(EventType.COMPLETED, 1, EventType.FAILED, 2, EventType.ABORTED, 3));

  private final JsonWriter json;
  private final RunReport report;
  private final RunMetrics metrics;
  private final WorkflowRun run;
  private final TypeIndex types;
  private final long origin;
  private final Map<String, Integer> processors = new HashMap<>();
  private final Map<ActivityState, Integer> states = new EnumMap<>(ActivityState.class);

  TimelineData(JsonWriter json, RunReport report, TypeIndex types) {
    this.json = json;
    this.report = report;
    this.metrics = report.metrics();
    this.run = report.run();
    this.types = types;
    this.origin = run.startNanos().orElse(0);
    for (Processor processor : run.processors()) {
      processors.put(processor.name(), processors.size());
    }
    for (ActivityState state : ActivityState.values()) {
      states.put(state, states.size());
    }
  }

  void write(boolean isCrowd) throws IOException {
    if (run.endNanos().isPresent() && run.startNanos().isPresent()) {
      json.seconds("length", run.endNanos().getAsLong() - origin);
    }
    json.array("services", this::services);
    if (isCrowd) {
      json.object("crowd", () -> new CrowdData(json, report).write());
      return;
    }
    json.array("ids", this::ids);
    json.array("types", this::types);
    json.array("times", this::times);
    json.array("attempts", this::attempts);
    json.array("states", this::states);
  }

  private void ids() throws IOException {
    for (int a = 0; a < run.workflow().activityCount(); a++) {
      json.element(JsonWriter.shown(run.workflow().activity(a).id()));
    }
  }

  private void types() throws IOException {
    for (int a = 0; a < run.workflow().activityCount(); a++) {
      json.element(types.of(a));
    }
  }

  private void times() throws IOException {
    for (int a = 0; a < run.workflow().activityCount(); a++) {
      Measured time = metrics.processingTime(a);
      if (time.isMeasured()) {
        json.micros(Times.nanos(time.value()));
      } else {
        json.nothing();
      }
    }
  }

  private void attempts() throws IOException {
    for (int a = 0; a < run.workflow().activityCount(); a++) {
      for (Attempt attempt : run.execution(a).attempts()) {
        json.element(a);
        json.element(attempt.number());
        json.element(attempt.processor().map(p -> processors.getOrDefault(p, -1)).orElse(-1));
        json.element(attempt.outcome().map(o -> OUTCOMES.getOrDefault(o, 0)).orElse(0));
        time(attempt.active());
        time(attempt.ended());
      }
    }
  }

  private void states() throws IOException {
    int before = 0;
    for (int a = 0; a < run.workflow().activityCount(); a++) {
      ActivityExecution execution = run.execution(a);
      List<Attempt> attempts = execution.attempts();
      for (StateInterval state : execution.graph().states()) {
        json.element(before + row(attempts, state.leading().attempt()));
        json.element(states.get(state.state()));
        json.micros(state.leading().epochNanos() - origin);
        json.micros(state.endNanos() - state.leading().epochNanos());
      }
      before += attempts.size();
    }
  }

  private static int row(List<Attempt> attempts, int number) {
    int row = 0;
    while (row < attempts.size() - 1 && attempts.get(row).number() != number) {
      row++;
    }
    return row;
  }

  private void services() throws IOException {
    for (ServiceInterval service : run.services()) {
      json.object(
          () -> {
            json.name("name", service.service());
            json.number("begin", Math.floorDiv(service.beginNanos() - origin, 1_000));
            json.number("length", (service.endNanos() - service.beginNanos()) / 1_000);
          });
    }
  }

  private void time(OptionalLong nanos) throws IOException {
    if (nanos.isPresent()) {
      json.micros(nanos.getAsLong() - origin);
    } else {
      json.nothing();
    }
  }
}
