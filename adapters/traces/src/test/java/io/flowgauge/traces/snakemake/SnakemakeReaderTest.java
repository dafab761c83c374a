package io.flowgauge.traces.snakemake;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.flowgauge.Flowgauge;
import io.flowgauge.run.ActivityExecution;
import io.flowgauge.run.Attempt;
import io.flowgauge.run.EventType;
import io.flowgauge.run.Processor;
import io.flowgauge.run.ServiceInterval;
import io.flowgauge.run.TimeBase;
import io.flowgauge.run.WorkflowRun;
import io.flowgauge.trace.Diagnostic;
import io.flowgauge.trace.TraceFormatException;
import io.flowgauge.traces.files.HostileInput;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SnakemakeReaderTest {
  private static final long START = 1_700_000_000_000_000_000L;

  @TempDir Path folder;

  private static WorkflowRun sample(String name) throws IOException {
    return Flowgauge.read(HostileInput.sample(SnakemakeReaderTest.class, name));
  }

  private static ActivityExecution execution(WorkflowRun run, String id) {
    return run.execution(id).orElseThrow();
  }

  private static OptionalLong at(long millis) {
    return OptionalLong.of(START + millis * 1_000_000);
  }

  private static List<String> messages(WorkflowRun run) {
    return run.diagnostics().stream().map(Diagnostic::toString).toList();
  }

  @Test
  void read_events_haveRestartsAndGraph() throws IOException {
    WorkflowRun run = sample("local");
    assertThat(run.workflow().dependencies())
        .extracting(Object::toString)
        .containsExactlyInAnyOrder(
            "make (part=a) -> join (all.out)", "make (part=b) -> join (all.out)");
    List<Attempt> attempts = execution(run, "make (part=b)").attempts();
    assertThat(attempts.stream().map(a -> a.outcome().orElseThrow()))
        .containsExactly(EventType.FAILED, EventType.COMPLETED);
    assertThat(attempts.get(0).started()).isEqualTo(at(400));
    assertThat(attempts.get(0).active()).isEqualTo(at(400));
    assertThat(attempts.get(0).ended()).isEqualTo(at(1_500));
    assertThat(attempts.get(1).submitted()).isEqualTo(at(1_600));
    assertThat(attempts.get(1).active()).isEqualTo(at(1_602));
    assertThat(run.processors()).containsExactly(Processor.of("local").withSlots(2));
    assertThat(run.services())
        .containsExactly(
            new ServiceInterval("scheduling", START + 200_000_000, START + 250_000_000));
    assertThat(run.startNanos()).isEqualTo(at(0));
  }

  @Test
  void read_benchmarks_giveTOfTheirJobs() throws IOException {
    WorkflowRun run = sample("local");
    ActivityExecution a = execution(run, "make (part=a)");
    assertThat(a.wallclock()).contains(Duration.ofMillis(2100));
    assertThat(a.activity().attributes())
        .containsEntry("max_rss_MB", "18.04")
        .containsEntry("cpu_seconds", "0.70")
        .containsEntry("threads", "1")
        .doesNotContainKey("benchmark_repeats");
    ActivityExecution b = execution(run, "make (part=b)");
    assertThat(b.wallclock()).contains(Duration.ofMillis(1700));
    assertThat(b.activity().attributes())
        .containsEntry("cpu_seconds", "0.75")
        .containsEntry("benchmark_repeats", "2")
        .doesNotContainKey("max_vms_MB");
    assertThat(execution(run, "join (all.out)").wallclock()).isEmpty();
    assertThat(messages(run))
        .anyMatch(m -> m.contains("3 jobs and 2 dependencies are drawn, as many as"))
        .anyMatch(m -> m.contains("benchmarks: T of 2 jobs, from 2"));
  }

  @Test
  void read_metadataOfAnotherRun_areNotUsed() throws IOException {
    assertThat(execution(sample("local"), "join (all.out)").attempts().get(0).active())
        .isEqualTo(at(3_600));
  }

  @Test
  void read_cluster_doesNotKnowWhenJobsRan() throws IOException {
    WorkflowRun run = sample("cluster");
    Attempt attempt = execution(run, "make (a.out)").attempts().get(0);
    assertThat(attempt.started()).isEqualTo(at(300));
    assertThat(attempt.submitted()).isEqualTo(at(400));
    assertThat(attempt.active()).isEmpty();
    assertThat(execution(run, "make (a.out)").activity().attributes())
        .containsEntry("native_id", "97");
    assertThat(execution(run, "here (b.out)").attempts().get(0).active()).isEqualTo(at(500));
  }

  @Test
  void read_log_hasTimesWithoutZone() throws IOException {
    WorkflowRun run = sample("log");
    assertThat(run.timeBase()).isEqualTo(TimeBase.UNKNOWN_ZONE);
    List<Attempt> attempts = execution(run, "make (part=a)").attempts();
    assertThat(attempts.stream().map(a -> a.outcome().orElseThrow()))
        .containsExactly(EventType.FAILED, EventType.COMPLETED);
    long nine = Instant.parse("2026-11-01T09:00:00Z").getEpochSecond() * 1_000_000_000L;
    assertThat(attempts.get(0).started()).hasValue(nine);
    assertThat(attempts.get(1).ended()).hasValue(nine + 5_000_000_000L);
    assertThat(run.workflow().dependencies()).hasToString("[make (part=a) -> all]");
    assertThat(run.isFinished()).isTrue();
  }

  @Test
  void read_metadataAlone_haveJobsThatCompleted() throws IOException {
    WorkflowRun run = sample("metadata");
    assertThat(run.workflow().dependencies()).hasToString("[make (out/x.dat) -> sort (y.dat)]");
    Attempt make = execution(run, "make (out/x.dat)").attempts().get(0);
    assertThat(make.active()).isEqualTo(at(1_500));
    assertThat(make.ended()).isEqualTo(at(3_000));
    assertThat(make.submitted()).isEmpty();
  }

  @Test
  void read_eventsCutOff_keepWhatIsWhole() throws IOException {
    String whole =
        Files.readString(HostileInput.sample(SnakemakeReaderTest.class, "local/events.jsonl"));
    Path file = folder.resolve("events.jsonl");
    Files.writeString(file, whole.substring(0, whole.length() - 30));
    WorkflowRun run = Flowgauge.read(file);
    assertThat(run.isFinished()).isFalse();
    assertThat(messages(run))
        .anyMatch(m -> m.startsWith("error: line 12: lines cut off at the end of the file"))
        .anyMatch(m -> m.contains("join (all.out): jobs that have not ended"));
  }

  @Test
  void read_snakemakeStartedAgain_joinsJobsByWhatTheyMake() throws IOException {
    String first =
        Files.readString(HostileInput.sample(SnakemakeReaderTest.class, "cluster/events.jsonl"));
    String second = first.replace("\"jobid\": 4", "\"jobid\": 7").replace("job 4", "job 7");
    Files.writeString(folder.resolve("events.jsonl"), first + second.replace("170000", "170001"));
    WorkflowRun run = Flowgauge.read(folder);
    assertThat(run.workflow().activityCount()).isEqualTo(2);
    assertThat(execution(run, "make (a.out)").attempts()).hasSize(2);
    assertThat(messages(run)).anyMatch(m -> m.contains("Snakemake was started 2 times"));
  }

  @Test
  void read_twoEventFiles_areTwoRuns() throws IOException {
    for (String name : List.of("one.jsonl", "two.jsonl")) {
      Files.copy(
          HostileInput.sample(SnakemakeReaderTest.class, "local/events.jsonl"),
          folder.resolve(name));
    }
    assertThatThrownBy(() -> Flowgauge.read(folder))
        .isInstanceOf(TraceFormatException.class)
        .hasMessageContaining("2 runs");
  }

  @Test
  void read_benchmarkWithAnotherNumberOfCells_refusedWithItsLine() throws IOException {
    Files.copy(
        HostileInput.sample(SnakemakeReaderTest.class, "local/events.jsonl"),
        folder.resolve("events.jsonl"));
    Files.writeString(folder.resolve("make_a.tsv"), "s\th:m:s\tmax_rss\n1.0\t0:00:01\n");
    assertThatThrownBy(() -> Flowgauge.read(folder))
        .isInstanceOf(TraceFormatException.class)
        .hasMessageContaining("make_a.tsv: line 2: found 2 cells, expected 3 cells");
  }

  @Test
  void read_hostileFiles_runOrOneClearLine(@TempDir Path other) throws IOException {
    HostileInput.survive(HostileInput.sample(SnakemakeReaderTest.class, "local"), folder, 36);
    HostileInput.survive(HostileInput.sample(SnakemakeReaderTest.class, "log"), other, 60);
  }
}
