package io.flowgauge.traces.wfformat;

import com.fasterxml.jackson.core.JsonGenerator;
import io.flowgauge.model.core.WorkAttributes;
import io.flowgauge.run.ActivityExecution;
import io.flowgauge.run.Processor;
import io.flowgauge.run.TimeBase;
import io.flowgauge.run.WorkflowRun;
import io.flowgauge.trace.Diagnostic;
import io.flowgauge.traces.json.JsonOutput;
import io.flowgauge.workflow.Activity;
import io.flowgauge.workflow.Workflow;
import java.io.IOException;
import java.math.BigDecimal;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.stream.Stream;

/** Writes one run as WfFormat 1.5. Not thread-safe. */
final class WfGenerator {
  private static final String UNNAMED = "unnamed";

  private final WorkflowRun run;
  private final JsonGenerator json;
  private final WfLosses losses;
  private final boolean dated;

  WfGenerator(WorkflowRun run, JsonGenerator json) {
    this.run = run;
    this.json = json;
    losses = new WfLosses(run);
    dated = run.timeBase() != TimeBase.RELATIVE;
  }

  void write(List<Diagnostic> lost) throws IOException {
    json.writeStartObject();
    json.writeStringField("name", run.name().isEmpty() ? UNNAMED : run.name());
    json.writeStringField("schemaVersion", "1.5");
    json.writeObjectFieldStart("workflow");
    writeSpecification();
    writeExecution();
    json.writeEndObject();
    json.writeEndObject();
    losses.remark(lost);
  }

  private void writeSpecification() throws IOException {
    Workflow workflow = run.workflow();
    json.writeObjectFieldStart("specification");
    json.writeArrayFieldStart("tasks");
    for (int k = 0; k < workflow.activityCount(); k++) {
      json.writeStartObject();
      json.writeStringField("name", name(workflow.activity(k)));
      json.writeStringField("id", workflow.activity(k).id());
      writeIds("parents", workflow.predecessors(k));
      writeIds("children", workflow.successors(k));
      json.writeEndObject();
    }
    json.writeEndArray();
    json.writeEndObject();
  }

  /** Returns a name from which a reader derives the type of the activity. */
  private String name(Activity activity) {
    String program = program(activity);
    return Stream.of(
            activity.attributes().getOrDefault(WfAttributes.NAME, activity.id()),
            activity.id(),
            activity.type())
        .filter(name -> WfTypes.of("", program, name, activity.id()).equals(activity.type()))
        .findFirst()
        .orElseGet(
            () -> {
              losses.types.add(activity.type() + " of " + activity.id());
              return activity.type();
            });
  }

  private static String program(Activity activity) {
    return activity.attributes().getOrDefault(WfAttributes.PROGRAM, activity.type());
  }

  private void writeIds(String key, List<Integer> indices) throws IOException {
    json.writeArrayFieldStart(key);
    for (int index : indices) {
      json.writeString(run.workflow().activity(index).id());
    }
    json.writeEndArray();
  }

  private void writeExecution() throws IOException {
    json.writeObjectFieldStart("execution");
    JsonOutput.writeSeconds(json, "makespanInSeconds", run.makespan());
    writeDate(run.startNanos());
    json.writeArrayFieldStart("tasks");
    for (ActivityExecution execution : run.executions()) {
      writeExecuted(execution);
    }
    json.writeEndArray();
    writeMachines();
    json.writeEndObject();
  }

  private void writeExecuted(ActivityExecution execution) throws IOException {
    WfTiming timing = WfTiming.of(execution);
    if (timing.runtime().isEmpty()) {
      losses.runtimes.add(execution.activity().id());
      losses.count(execution, 0);
      return;
    }
    if (timing.derived()) {
      losses.derivedRuntimes.add(execution.activity().id());
    }
    if (dated && !timing.endsWithRuntime()) {
      losses.completions.add(execution.activity().id());
    }
    losses.count(execution, dated ? timing.events() : 0);
    json.writeStartObject();
    json.writeStringField("id", execution.activity().id());
    JsonOutput.writeSeconds(json, "runtimeInSeconds", timing.runtime());
    writeDate(timing.active());
    writeDetails(execution.activity());
    Optional<String> processor = execution.processor();
    if (processor.isPresent()) {
      json.writeArrayFieldStart("machines");
      json.writeString(processor.get());
      json.writeEndArray();
    }
    json.writeEndObject();
  }

  private void writeDetails(Activity activity) throws IOException {
    json.writeObjectFieldStart("command");
    json.writeStringField("program", program(activity));
    String arguments = activity.attributes().get(WorkAttributes.ARGUMENTS);
    if (arguments != null) {
      String[] words = arguments.split(" ", -1);
      json.writeFieldName("arguments");
      json.writeArray(words, 0, words.length);
    }
    json.writeEndObject();
    for (String name : WfAttributes.NUMBERS) {
      Optional<BigDecimal> number = WfAttributes.number(name, activity);
      if (number.isPresent()) {
        json.writeNumberField(name, number.get());
      }
    }
  }

  private void writeMachines() throws IOException {
    List<Processor> processors = run.processors();
    if (processors.isEmpty()) {
      return;
    }
    boolean differ = WfClocks.differ(processors);
    List<Long> rates = differ ? WfClocks.rates(processors) : List.of();
    json.writeArrayFieldStart("machines");
    for (int p = 0; p < processors.size(); p++) {
      json.writeStartObject();
      json.writeStringField("nodeName", processors.get(p).name());
      json.writeObjectFieldStart("cpu");
      json.writeNumberField("coreCount", processors.get(p).slots());
      if (differ) {
        json.writeNumberField("speedInMHz", rates.get(p));
      }
      json.writeEndObject();
      json.writeEndObject();
    }
    json.writeEndArray();
  }

  private void writeDate(OptionalLong nanos) throws IOException {
    if (dated && nanos.isPresent()) {
      json.writeStringField(
          "executedAt", WfDate.text(nanos.getAsLong(), run.timeBase() == TimeBase.UTC));
    }
  }
}
