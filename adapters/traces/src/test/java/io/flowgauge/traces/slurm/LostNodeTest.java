package io.flowgauge.traces.slurm;

import static io.flowgauge.traces.RunMessages.messages;
import static org.assertj.core.api.Assertions.assertThat;

import io.flowgauge.Flowgauge;
import io.flowgauge.run.ActivityExecution;
import io.flowgauge.run.Attempt;
import io.flowgauge.run.EventType;
import io.flowgauge.run.Phase;
import io.flowgauge.run.Processor;
import io.flowgauge.run.TimeBase;
import io.flowgauge.run.WorkflowRun;
import io.flowgauge.trace.Times;
import io.flowgauge.traces.files.HostileInput;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Six jobs of a recorded run whose site failed, with all files that Slurm and the script wrote. */
class LostNodeTest {
  private static final Path SAMPLE = HostileInput.sample(LostNodeTest.class, "lost-node");

  @TempDir Path temporary;

  @Test
  void read_folder_hasJobsAttemptsSitesAndPhases() throws IOException {
    WorkflowRun run = Flowgauge.read(SAMPLE);
    assertThat(run.workflow().activityCount()).isEqualTo(6);
    assertThat(run.executions().stream().mapToInt(e -> e.attempts().size()).sum()).isEqualTo(8);
    assertThat(run.workflow().dependencyCount()).isEqualTo(8);
    assertThat(run.timeBase()).isEqualTo(TimeBase.UTC);
    assertThat(run.processors()).extracting(Processor::slots).containsOnly(1);
    assertThat(run.processors())
        .extracting(p -> p.name() + " " + p.site())
        .contains("a1 siteA", "c1 siteC", "c2 siteC");
    ActivityExecution again = run.execution("lapw1_3_k4").orElseThrow();
    assertThat(again.wallclock()).contains(Duration.ofMillis(3283));
    assertThat(again.phases())
        .extracting(Phase::name)
        .containsExactly("stage-in", "extract", "compute", "archive", "stage-out", "stage-out");
    assertThat(messages(run))
        .contains("6 jobs, 8 attempts: 6 COMPLETED, 2 NODE_FAIL")
        .contains("phases of attempts that were not the last, left out");
  }

  @Test
  void read_logOfTheController_givesMilliseconds() throws IOException {
    List<Attempt> attempts =
        Flowgauge.read(SAMPLE).execution("lapw1_3_k4").orElseThrow().attempts();
    assertThat(attempts.get(0).outcome()).contains(EventType.FAILED);
    assertThat(attempts.get(0).active().getAsLong() % Times.NANOS_PER_SECOND).isEqualTo(26_000_000);
    assertThat(attempts.get(1).ended().getAsLong() % Times.NANOS_PER_SECOND).isEqualTo(703_000_000);
  }

  @Test
  void read_jobCompletionsAlone_haveTheSameAttempts() throws IOException {
    WorkflowRun run =
        Flowgauge.read(Files.copy(SAMPLE.resolve("jobcomp.txt"), temporary.resolve("j")));
    assertThat(run.executions().stream().mapToInt(e -> e.attempts().size()).sum()).isEqualTo(8);
    assertThat(run.execution("lapw1_3_k4").orElseThrow().attempts().get(0).processor())
        .contains("c1");
  }

  @Test
  void read_accountingWithoutDuplicates_isCompletedByTheCompletionLog() throws IOException {
    try (Stream<String> lines = Files.lines(SAMPLE.resolve("sacct.txt"))) {
      Files.write(
          temporary.resolve("sacct.txt"), lines.filter(l -> !l.contains("NODE_FAIL")).toList());
    }
    Files.copy(SAMPLE.resolve("jobcomp.txt"), temporary.resolve("jobcomp.txt"));
    WorkflowRun run = Flowgauge.read(temporary);
    assertThat(run.execution("lapw1_3_k4").orElseThrow().attempts()).hasSize(2);
    assertThat(messages(run)).contains("read as slurm, with jobcomp.txt");
  }

  @Test
  void read_damagedFiles_runOrOneLine() throws IOException {
    Path sample = Files.createDirectory(temporary.resolve("sample"));
    for (String name : List.of("scontrol-jobs.txt", "slurmctld-jobs.log", "phases.tsv")) {
      Files.copy(SAMPLE.resolve(name), sample.resolve(name));
    }
    HostileInput.survive(sample, Files.createDirectory(temporary.resolve("damaged")), 12);
  }

  @Test
  void read_damagedAccounting_runOrOneLine() throws IOException {
    Path sample = Files.createDirectory(temporary.resolve("sample"));
    for (String name : List.of("sacct.txt", "submissions.tsv", "scontrol-nodes.txt")) {
      Files.copy(SAMPLE.resolve(name), sample.resolve(name));
    }
    HostileInput.survive(sample, Files.createDirectory(temporary.resolve("damaged")), 12);
  }
}
