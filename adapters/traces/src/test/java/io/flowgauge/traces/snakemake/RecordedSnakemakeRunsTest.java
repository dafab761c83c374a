package io.flowgauge.traces.snakemake;

import static org.assertj.core.api.Assertions.assertThat;

import io.flowgauge.Flowgauge;
import io.flowgauge.run.ActivityExecution;
import io.flowgauge.run.Attempt;
import io.flowgauge.run.EventType;
import io.flowgauge.run.Processor;
import io.flowgauge.run.WorkflowRun;
import io.flowgauge.testsupport.SharedData;
import io.flowgauge.trace.Diagnostic.Severity;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Reads recorded runs from their folders alone; the expected figures are from their facts. */
class RecordedSnakemakeRunsTest {

  private static WorkflowRun read(String name) throws IOException {
    return Flowgauge.read(SharedData.path("runs/" + name));
  }

  private static List<Attempt> attempts(WorkflowRun run) {
    return run.executions().stream()
        .map(ActivityExecution::attempts)
        .flatMap(List::stream)
        .toList();
  }

  private static long ended(WorkflowRun run, EventType outcome) {
    return attempts(run).stream().filter(a -> a.outcome().orElseThrow() == outcome).count();
  }

  @Test
  void read_movie_agreesWithItsFacts() throws IOException {
    WorkflowRun run = read("povray-snakemake");
    assertThat(run.workflow().activityCount()).isEqualTo(40);
    assertThat(run.workflow().dependencyCount()).isEqualTo(39);
    assertThat(attempts(run)).hasSize(54);
    assertThat(ended(run, EventType.COMPLETED)).isEqualTo(40);
    assertThat(ended(run, EventType.FAILED)).isEqualTo(14);
    assertThat(run.processors()).containsExactly(Processor.of("local").withSlots(2));
    assertThat(run.executions()).allMatch(execution -> execution.wallclock().isPresent());
    assertThat(run.execution("render (scene=fog, frame=0000)").orElseThrow().wallclock())
        .contains(Duration.ofNanos(767_900_000));
    assertThat(run.diagnostics()).noneMatch(d -> d.severity() == Severity.ERROR);
    assertThat(run.diagnostics())
        .anyMatch(d -> d.message().startsWith("40 jobs and 39 dependencies are drawn, as many"));
    // From the first job that Snakemake logged to its last end.
    long first =
        attempts(run).stream().mapToLong(a -> a.started().orElseThrow()).min().orElseThrow();
    assertThat(Duration.ofNanos(run.endNanos().orElseThrow() - first))
        .isBetween(Duration.ofMillis(21_030), Duration.ofMillis(21_050));
  }

  @Test
  void read_logAlone_hasTheSameCounts() throws IOException {
    WorkflowRun run = read("povray-snakemake/snakemake.log");
    assertThat(run.workflow().activityCount()).isEqualTo(40);
    assertThat(run.workflow().dependencyCount()).isEqualTo(39);
    assertThat(attempts(run)).hasSize(54);
    assertThat(ended(run, EventType.FAILED)).isEqualTo(14);
  }

  @Test
  void read_slurmSample_isJoinedWithTheRecordsOfSlurm() throws IOException {
    WorkflowRun run = read("samples/snakemake-slurm");
    assertThat(run.workflow().activityCount()).isEqualTo(8);
    assertThat(attempts(run)).hasSize(11);
    assertThat(ended(run, EventType.FAILED)).isEqualTo(3);
    assertThat(run.workflow().activities())
        .allMatch(activity -> activity.attributes().containsKey("native_id"))
        .allMatch(activity -> activity.attributes().get("slurm_state").equals("COMPLETED"));
    assertThat(attempts(run))
        .allMatch(a -> a.active().orElseThrow() <= a.ended().orElseThrow())
        .allMatch(a -> a.processor().isPresent());
    assertThat(run.diagnostics())
        .anyMatch(d -> d.message().equals("ACTIVE of 11 attempts is Slurm's start"));
  }
}
