package io.flowgauge.traces.chrome;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.flowgauge.Flowgauge;
import io.flowgauge.run.ActivityEvent;
import io.flowgauge.run.ActivityExecution;
import io.flowgauge.run.EventType;
import io.flowgauge.run.Phase;
import io.flowgauge.run.Processor;
import io.flowgauge.run.RunRecorder;
import io.flowgauge.run.ServiceInterval;
import io.flowgauge.run.TimeBase;
import io.flowgauge.run.WorkflowRun;
import io.flowgauge.trace.Diagnostic;
import io.flowgauge.traces.document.RandomRuns;
import io.flowgauge.workflow.Activity;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.math.BigDecimal;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.Test;

class ChromeTraceTest {
  private static final long SECOND = 1_000_000_000L;

  private final RunRecorder recorder = Flowgauge.recorder("demo");

  private static DecodedTrace trace(WorkflowRun run) throws IOException {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    new ChromeTraceWriter().write(run, out);
    return new DecodedTrace(out.toString(UTF_8));
  }

  private void ran(String id, int attempt, EventType end, long... nanos) {
    recorder.record(id, EventType.STARTED, nanos[0], attempt);
    recorder.record(id, EventType.SUBMITTED, nanos[1], attempt);
    recorder.record(id, EventType.ACTIVE, nanos[2], attempt);
    recorder.record(id, end, nanos[3], attempt);
  }

  private static BigDecimal micros(long nanos) {
    return TraceEvents.micros(nanos);
  }

  @Test
  void write_chainOfTwo_drawsStatesProcessorAndArrow() throws IOException {
    recorder.timeBase(TimeBase.RELATIVE);
    recorder.processor(new Processor("node1", 2, 1, "linz"));
    recorder.activity(Activity.of("a", "t").withAttribute("cpus", "2"));
    recorder.activity(Activity.of("b", "t"));
    recorder.dependency("a", "b");
    ran("a", 1, EventType.COMPLETED, SECOND, SECOND + 1, SECOND + 1001, 3 * SECOND);
    ran("b", 1, EventType.COMPLETED, 3 * SECOND, 4 * SECOND, 5 * SECOND, 6 * SECOND);
    recorder.assign("a", 1, "node1");
    recorder.wallclock("a", SECOND);
    DecodedTrace trace = trace(recorder.snapshot());
    assertThat(trace.processes).containsValues("run demo", "activities", "site linz");
    assertThat(trace.threads)
        .containsValues("run", "lane 1", "lane 2", "node1")
        .doesNotContainValue("lane 3");
    assertThat(trace.slices("state"))
        .extracting(slice -> slice.parent.name + " " + slice.name + " " + slice.begin)
        .containsExactly(
            "a submitting 0",
            "a waiting 0.001",
            "a processing 1.001",
            "b submitting 2000000",
            "b waiting 3000000",
            "b processing 4000000");
    assertThat(trace.slices("processor")).hasSize(1);
    assertThat(trace.slices("processor").get(0).end).isEqualByComparingTo(micros(2 * SECOND));
    assertThat(trace.arrows).hasSize(1);
    assertThat(trace.arrows.get(0).from().name).isEqualTo("a");
    assertThat(trace.arrows.get(0).to().name).isEqualTo("b");
    Map<String, Object> arguments = trace.slices("activity").get(0).arguments;
    assertThat(arguments)
        .containsEntry("type", "t")
        .containsEntry("processor", "node1")
        .containsEntry("outcome", "COMPLETED")
        .containsEntry("wallclockSeconds", BigDecimal.ONE)
        .containsEntry("attributes", Map.of("cpus", "2"));
    assertThat(trace.otherData).containsEntry("origin", "1 s").containsEntry("name", "demo");
  }

  @Test
  void write_failedAndOpenAttempts_areLinkedAndLeftOpen() throws IOException {
    recorder.activity(Activity.of("a"));
    ran("a", 1, EventType.FAILED, 0, 1, 2, 5);
    recorder.record("a", EventType.STARTED, 5, 2);
    recorder.record("a", EventType.ACTIVE, 9, 2);
    DecodedTrace trace = trace(recorder.snapshot());
    assertThat(trace.arrows).extracting(DecodedTrace.Arrow::name).containsExactly("repeated");
    assertThat(trace.slices("activity")).extracting(slice -> slice.end).last().isNull();
    assertThat(trace.slices("run").get(0).end).isNull();
    assertThat(trace.counters.get(trace.counters.size() - 1))
        .containsEntry("waiting", BigDecimal.ZERO)
        .containsEntry("processing", BigDecimal.ONE);
  }

  @Test
  void write_phasesThatOverlap_nestOrLieAcross() throws IOException {
    recorder.activity(Activity.of("a"));
    ran("a", 1, EventType.COMPLETED, 0, 10, 20, 100);
    recorder.phase("a", new Phase("inside", 30, 40));
    recorder.phase("a", new Phase("deeper", 31, 40));
    recorder.phase("a", new Phase("across", 35, 50));
    recorder.phase("a", new Phase("outside", 90, 120));
    DecodedTrace trace = trace(recorder.snapshot());
    assertThat(trace.slices("phase"))
        .extracting(slice -> slice.name)
        .containsExactlyInAnyOrder("inside", "deeper", "across", "outside");
    assertThat(trace.slices("phase").stream().filter(s -> s.name.equals("deeper")))
        .allMatch(slice -> slice.parent.name.equals("inside"));
  }

  @Test
  void write_zeroLengthActivitiesAtOneMoment_stillHaveTheirArrows() throws IOException {
    for (String id : List.of("c", "b", "a")) {
      recorder.activity(Activity.of(id));
      ran(id, 1, EventType.COMPLETED, 7, 7, 7, 7);
    }
    recorder.dependency("a", "b");
    recorder.dependency("b", "c");
    assertThat(trace(recorder.snapshot()).arrows)
        .extracting(arrow -> arrow.from().name + arrow.to().name)
        .containsExactly("ab", "bc");
  }

  @Test
  void write_dependencyAgainstTime_isAnArgument() throws IOException {
    recorder.activity(Activity.of("a"));
    recorder.activity(Activity.of("b"));
    recorder.dependency("a", "b");
    ran("a", 1, EventType.COMPLETED, 0, 0, 0, 9);
    ran("b", 1, EventType.COMPLETED, 5, 6, 7, 8);
    DecodedTrace trace = trace(recorder.snapshot());
    assertThat(trace.arrows).isEmpty();
    assertThat(trace.slices("activity").get(1).arguments).containsEntry("dependsOn", List.of("a"));
  }

  @Test
  void write_nothing_isAnEmptyTrace() throws IOException {
    assertThat(trace(Flowgauge.recorder("").snapshot()).slices).isEmpty();
  }

  @Property(tries = 300)
  void write_anyRun_drawsAllThatIsNotNamedAsLost(@ForAll long seed) throws IOException {
    WorkflowRun run = RandomRuns.of(seed);
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    List<Diagnostic> lost = new ChromeTraceWriter().write(run, out);
    DecodedTrace trace = new DecodedTrace(out.toString(UTF_8));
    DrawnFacts facts = new DrawnFacts(trace);
    Map<String, Collection<String>> expected = facts.of(run);
    Map<String, Collection<String>> drawn = facts.drawn(run);
    assertThat(drawn.keySet()).isEqualTo(expected.keySet());
    expected.forEach(
        (id, all) -> assertThat(drawn.get(id)).as(id).containsExactlyInAnyOrderElementsOf(all));
    long undrawn = run.executions().stream().filter(e -> e.graph().events().isEmpty()).count();
    assertThat(lost.stream().anyMatch(d -> d.message().contains("left no event")))
        .isEqualTo(undrawn > 0);
    long skipped = run.executions().stream().filter(ChromeTraceTest::isRecordedSkipped).count();
    assertThat(lost.stream().anyMatch(d -> d.message().contains("SKIPPED"))).isEqualTo(skipped > 0);
    assertThat(trace.slices("service"))
        .extracting(slice -> slice.name)
        .containsExactlyInAnyOrderElementsOf(
            run.services().stream().map(ServiceInterval::service).toList());
    assertThat(lost.stream().filter(d -> d.where().equals("diagnostics")).count())
        .isEqualTo(run.diagnostics().isEmpty() ? 0 : 1);
  }

  private static boolean isRecordedSkipped(ActivityExecution execution) {
    return execution.graph().events().stream().anyMatch(e -> e.type() == EventType.SKIPPED);
  }

  static String shown(ActivityEvent event, long origin) {
    return event.attempt() + " " + event.type() + " " + micros(event.epochNanos() - origin);
  }
}
