package io.flowgauge.traces.nextflow;

import static io.flowgauge.traces.RunMessages.messages;
import static org.assertj.core.api.Assertions.assertThat;

import io.flowgauge.Flowgauge;
import io.flowgauge.run.ActivityExecution;
import io.flowgauge.run.Attempt;
import io.flowgauge.run.EventType;
import io.flowgauge.run.Processor;
import io.flowgauge.run.WorkflowRun;
import io.flowgauge.trace.Diagnostic;
import io.flowgauge.trace.Times;
import io.flowgauge.traces.files.HostileInput;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Part of a recorded run of Nextflow on Slurm, with all files that both wrote. */
class JoinedSlurmTest {
  private static final Path SAMPLE = HostileInput.sample(JoinedSlurmTest.class, "slurm");
  private static final Path KILLED = HostileInput.sample(JoinedSlurmTest.class, "killed");

  @TempDir Path temporary;

  private static OptionalLong millis(String instant) {
    return OptionalLong.of(Times.epochNanos(Instant.parse(instant)));
  }

  private void copy(Path sample, String name) throws IOException {
    Files.copy(sample.resolve(name), temporary.resolve(name));
  }

  @Test
  void read_folder_hasNextflowsQueueAndSlurmsStart() throws IOException {
    WorkflowRun run = Flowgauge.read(SAMPLE);
    ActivityExecution plan = run.execution("PLAN (1)").orElseThrow();
    Attempt attempt = plan.attempts().get(0);
    assertThat(attempt.started()).isEmpty();
    assertThat(attempt.submitted()).isEqualTo(millis("2026-11-20T11:19:40.688Z"));
    assertThat(attempt.pending()).isEqualTo(millis("2026-11-20T11:19:40.909Z"));
    assertThat(attempt.active()).isEqualTo(millis("2026-11-20T11:19:41.853Z"));
    assertThat(attempt.ended()).isEqualTo(millis("2026-11-20T11:19:42.246Z"));
    assertThat(attempt.processor()).contains("a1");
    assertThat(plan.activity().attributes())
        .containsEntry("nextflow_start", "2026-11-20T11:19:42.237Z")
        .containsEntry("slurm_state", "COMPLETED")
        .containsEntry("native_id", "1");
    assertThat(plan.phases())
        .singleElement()
        .satisfies(
            phase -> {
              assertThat(phase.name()).isEqualTo("slurm job");
              assertThat(phase.beginNanos()).isEqualTo(attempt.active().getAsLong());
              assertThat(phase.endNanos())
                  .isEqualTo(millis("2026-11-20T11:19:42.023Z").getAsLong());
            });
    assertThat(run.processors())
        .extracting(p -> p.name() + " " + p.site() + " " + p.slots())
        .contains("a1 siteA 1");
  }

  @Test
  void read_folder_saysWhichFileGaveWhat() throws IOException {
    WorkflowRun run = Flowgauge.read(SAMPLE);
    assertThat(run.executions().stream().mapToInt(e -> e.attempts().size()).sum()).isEqualTo(9);
    assertThat(messages(run))
        .contains("adds the times of 9 attempts, including when they entered Nextflow's own queue")
        .contains("dependencies: 4 from edges.tsv")
        .contains("ACTIVE of 9 attempts is Slurm's start")
        .anyMatch(m -> m.startsWith("Nextflow, which polls, noticed the start of 9 attempts "))
        .anyMatch(m -> m.startsWith("local times without a zone, +00:00 ahead"))
        .anyMatch(m -> m.startsWith("read as nextflow-trace, with "));
    assertThat(run.diagnostics())
        .anyMatch(d -> d.where().equals("slurmctld") && d.message().contains("millisecond"));
  }

  @Test
  void read_jobThatSlurmHeld_waitsUntilItIsEligible() throws IOException {
    copy(SAMPLE, "trace.txt");
    copy(SAMPLE, "events.jsonl");
    String sacct = Files.readString(SAMPLE.resolve("sacct.txt"));
    String submitted = "|2026-11-20T11:19:57|2026-11-20T11:19:57|2026-11-20T11:19:59|";
    String held = "|2026-11-20T11:19:57|2026-11-20T11:19:58|2026-11-20T11:19:59|";
    Files.writeString(temporary.resolve("sacct.txt"), sacct.replace(submitted, held));
    ActivityExecution execution =
        Flowgauge.read(temporary).execution("RENDER (orrery/8)").orElseThrow();
    Attempt last = execution.attempts().get(2);
    assertThat(last.submitted().getAsLong())
        .isLessThan(millis("2026-11-20T11:19:57.393Z").getAsLong());
    assertThat(last.pending()).isEqualTo(millis("2026-11-20T11:19:58Z"));
    assertThat(execution.activity().attributes())
        .containsEntry("nextflow_submit", "2026-11-20T11:19:57.393Z");
  }

  @Test
  void read_traceWithoutEvents_isSubmittedWhenTheExecutorHasIt() throws IOException {
    copy(SAMPLE, "trace.txt");
    Attempt attempt =
        Flowgauge.read(temporary).execution("PLAN (1)").orElseThrow().attempts().get(0);
    assertThat(attempt.submitted()).isEqualTo(millis("2026-11-20T11:19:40.909Z"));
    assertThat(attempt.pending()).isEmpty();
  }

  @Test
  void read_clusterInAnotherZone_isJoinedAllTheSame() throws IOException {
    copy(SAMPLE, "trace.txt");
    String sacct = Files.readString(SAMPLE.resolve("sacct.txt"));
    Files.writeString(temporary.resolve("sacct.txt"), sacct.replace("T11:", "T16:"));
    WorkflowRun run = Flowgauge.read(temporary);
    assertThat(messages(run))
        .anyMatch(m -> m.startsWith("local times without a zone, +05:00 ahead"));
    assertThat(run.execution("PLAN (1)").orElseThrow().attempts().get(0).active())
        .isEqualTo(millis("2026-11-20T11:19:41Z"));
  }

  @Test
  void read_recordsOfAnotherCluster_areNotJoined() throws IOException {
    copy(SAMPLE, "trace.txt");
    String sacct = Files.readString(SAMPLE.resolve("sacct.txt"));
    Files.writeString(temporary.resolve("sacct.txt"), sacct.replace("2026-11-20", "2026-11-02"));
    WorkflowRun run = Flowgauge.read(temporary);
    assertThat(messages(run)).contains("not joined: none of these jobs belongs to the run");
    assertThat(run.execution("PLAN (1)").orElseThrow().attempts().get(0).active())
        .isEqualTo(millis("2026-11-20T11:19:42.237Z"));
    assertThat(run.processors()).extracting(Processor::name).doesNotContain("a1");
  }

  @Test
  void read_eventsAlone_dependOnTheirInputFiles() throws IOException {
    copy(SAMPLE, "events.jsonl");
    WorkflowRun run = Flowgauge.read(temporary);
    assertThat(run.name()).isEqualTo("loving_avogadro");
    assertThat(run.workflow().activityCount()).isEqualTo(6);
    assertThat(run.workflow().dependencyCount()).isEqualTo(4);
    assertThat(messages(run)).contains("dependencies: 4 from the input files in events.jsonl");
  }

  @Test
  void read_killedRun_hasTheTaskThatOnlyWaited() throws IOException {
    WorkflowRun run = Flowgauge.read(KILLED);
    assertThat(run.workflow().activityCount()).isEqualTo(3);
    Attempt waiting = run.execution("S (3)").orElseThrow().attempts().get(0);
    assertThat(waiting.submitted()).isPresent();
    assertThat(waiting.pending()).isEmpty();
    assertThat(waiting.outcome()).isEmpty();
    Attempt aborted = run.execution("S (1)").orElseThrow().attempts().get(0);
    assertThat(aborted.outcome()).contains(EventType.ABORTED);
    assertThat(aborted.ended()).isEqualTo(millis("2026-11-20T10:27:44.378Z"));
    assertThat(messages(run))
        .contains("Nextflow ended the run with an error")
        .contains("1 attempts for which trace.txt has no row")
        .anyMatch(m -> m.startsWith("2 aborted attempts have no completion"));
  }

  @Test
  void read_eventsCutInALine_runStandsWithWhatWasReadBefore() throws IOException {
    copy(SAMPLE, "trace.txt");
    String events = Files.readString(SAMPLE.resolve("events.jsonl"));
    Files.writeString(temporary.resolve("events.jsonl"), events.substring(0, events.length() / 2));
    WorkflowRun run = Flowgauge.read(temporary);
    assertThat(run.executions().stream().mapToInt(e -> e.attempts().size()).sum()).isEqualTo(9);
    assertThat(run.diagnostics())
        .anyMatch(
            d ->
                d.severity() == Diagnostic.Severity.ERROR
                    && d.message().startsWith("not read to its end"));
  }

  @Test
  void read_damagedFiles_runOrOneLine() throws IOException {
    Path sample = Files.createDirectory(temporary.resolve("sample"));
    Files.copy(SAMPLE.resolve("events.jsonl"), sample.resolve("events.jsonl"));
    Files.copy(SAMPLE.resolve("edges.tsv"), sample.resolve("edges.tsv"));
    HostileInput.survive(sample, Files.createDirectory(temporary.resolve("damaged")), 18);
  }

  @Test
  void read_damagedRecordsBesideTheTrace_runStands() throws IOException {
    copy(SAMPLE, "trace.txt");
    String sacct = Files.readString(SAMPLE.resolve("sacct.txt"));
    for (String damaged :
        List.of(
            "",
            "JobID|State|Start\n",
            sacct.replace('|', ';').substring(0, 900),
            sacct.replace("2026", "9999"))) {
      Files.writeString(temporary.resolve("sacct.txt"), damaged);
      assertThat(Flowgauge.read(temporary).workflow().activityCount()).isEqualTo(6);
    }
  }
}
