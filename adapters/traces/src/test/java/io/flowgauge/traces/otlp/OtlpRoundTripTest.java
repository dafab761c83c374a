package io.flowgauge.traces.otlp;

import static org.assertj.core.api.Assertions.assertThat;

import io.flowgauge.Flowgauge;
import io.flowgauge.run.ActivityExecution;
import io.flowgauge.run.RunRecorder;
import io.flowgauge.run.WorkflowRun;
import io.flowgauge.trace.Diagnostic;
import io.flowgauge.traces.document.DeclaredRegions;
import io.flowgauge.traces.document.RandomRuns;
import io.flowgauge.traces.document.RunFacts;
import io.flowgauge.workflow.Activity;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.Test;

class OtlpRoundTripTest {
  private List<Diagnostic> lost = List.of();

  private WorkflowRun writeAndRead(WorkflowRun run) throws IOException {
    Path folder = Files.createTempDirectory("flowgauge");
    Path file = folder.resolve("run.otlp.json");
    try {
      lost = Flowgauge.write(run, file);
      return Flowgauge.read(file);
    } finally {
      Files.deleteIfExists(file);
      Files.delete(folder);
    }
  }

  @Property(tries = 150)
  void write_runAfter1970_losesOnlyRegionsMeasurementsAndDiagnostics(@ForAll long seed)
      throws IOException {
    WorkflowRun run = RandomRuns.after1970(seed);
    RunFacts back = RunFacts.of(writeAndRead(run));
    boolean regions = DeclaredRegions.of(run).isPresent();
    RunFacts facts = RunFacts.of(run).withoutMeasurements();
    assertThat(regions ? back.withRegions(facts.regions()) : back).isEqualTo(facts);
    Set<String> named = new HashSet<>();
    lost.forEach(diagnostic -> named.add(diagnostic.where()));
    Set<String> expected = new HashSet<>();
    if (regions) {
      expected.add("regions");
      assertThat(back.regions()).isNotEqualTo(facts.regions());
    }
    if (!RunFacts.of(run).executions().equals(facts.executions())) {
      expected.add("activities");
    }
    if (!run.hostLoads().isEmpty()) {
      expected.add("hosts");
    }
    if (!run.diagnostics().isEmpty()) {
      expected.add("diagnostics");
    }
    assertThat(named).isEqualTo(expected);
  }

  @Test
  void write_longestMakespan_isRead() throws IOException {
    RunRecorder recorder = Flowgauge.recorder("long");
    recorder.activity(Activity.of("a"));
    recorder.recordedMakespan(Long.MAX_VALUE);
    assertThat(writeAndRead(recorder.snapshot()).makespan())
        .contains(Duration.ofNanos(Long.MAX_VALUE));
  }

  @Property(tries = 100)
  void write_anyRun_losesTimesBefore1970AndSaysSo(@ForAll long seed) throws IOException {
    WorkflowRun run = RandomRuns.of(seed);
    WorkflowRun back = writeAndRead(run);
    boolean says = lost.stream().anyMatch(d -> d.message().contains("before 1970"));
    assertThat(says).isEqualTo(hasTimesBefore1970(run));
    for (ActivityExecution execution : run.executions()) {
      ActivityExecution again = back.execution(execution.activity().id()).orElseThrow();
      assertThat(again.activity()).isEqualTo(execution.activity());
      assertThat(again.graph().events())
          .isEqualTo(execution.graph().events().stream().filter(e -> e.epochNanos() >= 0).toList());
      assertThat(again.phases())
          .isEqualTo(execution.phases().stream().filter(p -> p.beginNanos() >= 0).toList());
      assertThat(again.wallclock()).isEqualTo(execution.wallclock());
      assertThat(again.ideal()).isEqualTo(execution.ideal());
      assertThat(again.phaseTimes()).isEqualTo(execution.phaseTimes());
    }
    assertThat(back.workflow().dependencies()).isEqualTo(run.workflow().dependencies());
    assertThat(back.services())
        .isEqualTo(run.services().stream().filter(s -> s.beginNanos() >= 0).toList());
  }

  private static boolean hasTimesBefore1970(WorkflowRun run) {
    return run.services().stream().anyMatch(s -> s.beginNanos() < 0)
        || run.executions().stream()
            .anyMatch(
                e ->
                    e.graph().events().stream().anyMatch(event -> event.epochNanos() < 0)
                        || e.phases().stream().anyMatch(phase -> phase.beginNanos() < 0));
  }

  @Property(tries = 10)
  void write_sameRunTwice_givesSameBytes(@ForAll long seed) throws IOException {
    ByteArrayOutputStream one = new ByteArrayOutputStream();
    ByteArrayOutputStream two = new ByteArrayOutputStream();
    new OtlpWriter().write(RandomRuns.of(seed), one);
    new OtlpWriter().write(RandomRuns.of(seed), two);
    assertThat(one.toByteArray()).isEqualTo(two.toByteArray());
  }
}
