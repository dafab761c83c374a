package io.flowgauge.traces.otlp;

import com.fasterxml.jackson.core.JsonGenerator;
import io.flowgauge.model.core.Remarks;
import io.flowgauge.run.ActivityEvent;
import io.flowgauge.run.ActivityExecution;
import io.flowgauge.run.Attempt;
import io.flowgauge.run.Processor;
import io.flowgauge.run.ServiceInterval;
import io.flowgauge.run.WorkflowRun;
import io.flowgauge.trace.Diagnostic;
import io.flowgauge.trace.Times;
import io.flowgauge.traces.document.BasedTime;
import io.flowgauge.traces.document.DeclaredRegions;
import io.flowgauge.traces.document.StatedEnd;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;

/** Writes one run, with a resource for each processor. Used once. */
final class SpanGenerator {
  private static final long RUN = 1;
  private static final String SCOPE = "io.flowgauge";

  private final WorkflowRun run;
  private final JsonGenerator json;
  private final Remarks remarks = new Remarks();
  private final SpanOutput out;
  private final AttemptOutput attempts;

  /** Id of the first span of each activity; the ids of its other attempts follow it. */
  private final long[] firstIds;

  private long nextId;

  SpanGenerator(WorkflowRun run, JsonGenerator json) {
    this.run = run;
    this.json = json;
    out = new SpanOutput(json, remarks, run.name() + " " + run.startNanos());
    int activities = run.workflow().activityCount();
    firstIds = new long[activities + 1];
    long id = RUN + 1;
    for (int a = 0; a < activities; a++) {
      firstIds[a] = id;
      id += Math.max(1, numbers(run.execution(a)).length);
    }
    firstIds[activities] = id;
    nextId = id;
    attempts = new AttemptOutput(run, json, out, firstIds, RUN);
  }

  void write(List<Diagnostic> lost) throws IOException {
    Map<String, List<AttemptSpan>> byProcessor = byProcessor();
    json.writeStartObject();
    json.writeArrayFieldStart("resourceSpans");
    writeResource(Optional.empty(), byProcessor.getOrDefault("", List.of()));
    for (Processor processor : run.processors()) {
      writeResource(Optional.of(processor), byProcessor.getOrDefault(processor.name(), List.of()));
    }
    json.writeEndArray();
    json.writeEndObject();
    remark(lost);
  }

  /** Returns the spans by name of their processor; the name is empty if it is unknown. */
  private Map<String, List<AttemptSpan>> byProcessor() {
    Map<String, List<AttemptSpan>> all = new LinkedHashMap<>();
    for (int a = 0; a < run.workflow().activityCount(); a++) {
      ActivityExecution execution = run.execution(a);
      int[] numbers = numbers(execution);
      if (numbers.length == 0) {
        add(all, execution.processor(), new AttemptSpan(a, 0, true, firstIds[a]));
      }
      for (int k = 0; k < numbers.length; k++) {
        boolean last = k == numbers.length - 1;
        add(
            all,
            processor(execution, numbers[k]),
            new AttemptSpan(a, numbers[k], last, firstIds[a] + k));
      }
    }
    return all;
  }

  /**
   * Returns the attempt numbers of an activity's events; a skipped activity has an event but no
   * attempt.
   */
  private static int[] numbers(ActivityExecution execution) {
    return execution.graph().events().stream()
        .mapToInt(ActivityEvent::attempt)
        .distinct()
        .toArray();
  }

  private static Optional<String> processor(ActivityExecution execution, int number) {
    List<Attempt> attempts = execution.attempts();
    return attempts.isEmpty()
        ? execution.processor()
        : attempts.stream()
            .filter(attempt -> attempt.number() == number)
            .findFirst()
            .flatMap(Attempt::processor);
  }

  private static void add(
      Map<String, List<AttemptSpan>> to, Optional<String> processor, AttemptSpan span) {
    to.computeIfAbsent(processor.orElse(""), name -> new ArrayList<>()).add(span);
  }

  private void writeResource(Optional<Processor> processor, List<AttemptSpan> spans)
      throws IOException {
    json.writeStartObject();
    json.writeObjectFieldStart("resource");
    json.writeArrayFieldStart("attributes");
    out.text(OtlpNames.SERVICE_NAME, "flowgauge");
    if (processor.isPresent()) {
      writeProcessor(processor.get());
    }
    json.writeEndArray();
    json.writeEndObject();
    json.writeArrayFieldStart("scopeSpans");
    json.writeStartObject();
    json.writeObjectFieldStart("scope");
    json.writeStringField("name", SCOPE);
    json.writeEndObject();
    json.writeArrayFieldStart("spans");
    if (processor.isEmpty()) {
      writeRun();
    }
    for (AttemptSpan span : spans) {
      nextId = attempts.write(span, nextId);
    }
    json.writeEndArray();
    json.writeEndObject();
    json.writeEndArray();
    json.writeEndObject();
  }

  private void writeProcessor(Processor processor) throws IOException {
    out.text(OtlpNames.HOST, processor.name());
    out.number(OtlpNames.SPEED, processor.speed());
    out.whole(OtlpNames.SLOTS, processor.slots());
    if (!processor.site().isEmpty()) {
      out.text(OtlpNames.SITE, processor.site());
    }
  }

  private void writeRun() throws IOException {
    out.begin(RUN, 0, run.name());
    if (run.startNanos().orElse(-1) >= 0) {
      out.time("startTimeUnixNano", run.startNanos().getAsLong());
    }
    if (run.isFinished() && run.endNanos().isPresent() && run.endNanos().getAsLong() >= 0) {
      out.time("endTimeUnixNano", run.endNanos().getAsLong());
    }
    json.writeArrayFieldStart("attributes");
    out.flag(OtlpNames.RUN);
    if (!run.isStartRecorded()) {
      out.flag(OtlpNames.UNRECORDED_START);
    } else if (run.startNanos().orElse(1) <= 0) {
      out.whole(OtlpNames.START, run.startNanos().getAsLong());
    }
    OptionalLong end = StatedEnd.of(run);
    if (end.isPresent()) {
      out.whole(OtlpNames.END, end.getAsLong());
    }
    out.text("cicd.pipeline.name", run.name());
    out.text(OtlpNames.TIME_BASE, BasedTime.label(run.timeBase()));
    if (run.makespan().isPresent() && (run.startNanos().isEmpty() || run.endNanos().isEmpty())) {
      out.whole(OtlpNames.RECORDED_MAKESPAN, Times.saturatedNanos(run.makespan().get()));
    }
    json.writeEndArray();
    json.writeEndObject();
    for (ServiceInterval service : run.services()) {
      writeService(service);
    }
  }

  private void writeService(ServiceInterval service) throws IOException {
    if (out.isWritable(service.beginNanos(), "service " + service.service())) {
      out.begin(nextId++, RUN, service.service());
      out.time("startTimeUnixNano", service.beginNanos());
      out.time("endTimeUnixNano", service.endNanos());
      json.writeArrayFieldStart("attributes");
      out.flag(OtlpNames.SERVICE);
      json.writeEndArray();
      json.writeEndObject();
    }
  }

  private void remark(List<Diagnostic> lost) {
    lost.addAll(remarks.diagnostics());
    if (DeclaredRegions.of(run).isPresent()) {
      lost.add(Diagnostic.warning("regions", "the declared region tree is not written"));
    }
    if (!run.diagnostics().isEmpty()) {
      lost.add(
          Diagnostic.warning(
              "diagnostics", run.diagnostics().size() + " diagnostics of the run are not written"));
    }
    long last = Long.MIN_VALUE;
    for (ActivityExecution execution : run.executions()) {
      for (ActivityEvent event : execution.graph().events()) {
        last = Math.max(last, event.epochNanos());
      }
    }
    if (!run.isFinished() && last > Long.MIN_VALUE && run.endNanos().orElse(last) > last) {
      lost.add(
          Diagnostic.warning(
              "run",
              "open states were measured to a moment after the last event; it is not written"));
    }
  }
}
