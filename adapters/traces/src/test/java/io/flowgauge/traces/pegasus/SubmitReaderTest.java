package io.flowgauge.traces.pegasus;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.flowgauge.Flowgauge;
import io.flowgauge.run.ActivityEvent;
import io.flowgauge.run.ActivityExecution;
import io.flowgauge.run.Attempt;
import io.flowgauge.run.EventType;
import io.flowgauge.run.Phase;
import io.flowgauge.run.WorkflowRun;
import io.flowgauge.trace.Diagnostic;
import io.flowgauge.trace.TraceFormatException;
import io.flowgauge.traces.files.HostileInput;
import io.flowgauge.workflow.ActivityKind;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.OptionalLong;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SubmitReaderTest {
  private static final long START = 1_700_000_000L;
  private static final long SECOND = 1_000_000_000L;

  @TempDir Path folder;

  private static Path sample() {
    return HostileInput.sample(SubmitReaderTest.class, "submit");
  }

  private static OptionalLong at(long second) {
    return OptionalLong.of((START + second) * SECOND);
  }

  private static ActivityExecution execution(WorkflowRun run, String id) {
    return run.execution(id).orElseThrow();
  }

  private static List<String> messages(WorkflowRun run) {
    return run.diagnostics().stream().map(Diagnostic::toString).toList();
  }

  private void copySample() throws IOException {
    try (Stream<Path> all = Files.walk(sample())) {
      for (Path file : all.filter(Files::isRegularFile).toList()) {
        Path copy = folder.resolve(sample().relativize(file).toString());
        Files.createDirectories(copy.getParent());
        Files.copy(file, copy);
      }
    }
  }

  @Test
  void read_submitDirectory_joinsStatesGraphAndMeasurements() throws IOException {
    WorkflowRun run = Flowgauge.read(sample());
    assertThat(run.name()).isEqualTo("sorting");
    assertThat(run.startNanos()).isEqualTo(at(0));
    assertThat(run.workflow().dependencies())
        .hasToString("[stage_in_local_0 -> sort_ID0000001, sort_ID0000001 -> merge_pair]");
    ActivityExecution sort = execution(run, "sort_ID0000001");
    assertThat(sort.activity().type()).isEqualTo("sort");
    assertThat(sort.attempts().stream().map(a -> a.outcome().orElseThrow()))
        .containsExactly(EventType.FAILED, EventType.COMPLETED);
    Attempt first = sort.attempts().get(0);
    assertThat(first.submitted()).isEqualTo(at(25));
    assertThat(first.active()).isEqualTo(at(30));
    assertThat(first.ended()).isEqualTo(at(50));
    assertThat(first.processor()).contains("n1.example.org");
    assertThat(sort.attempts().get(1).processor()).contains("n2.example.org");
    assertThat(sort.wallclock()).contains(Duration.ofMillis(17_500));
    assertThat(sort.phases())
        .containsExactly(new Phase("post-script", (START + 80) * SECOND, (START + 85) * SECOND));
    assertThat(sort.activity().attributes())
        .containsEntry("cpu_seconds", "9.25")
        .containsEntry("exit", "0")
        .containsEntry("native_id", "4.0")
        .containsEntry("site", "pool")
        .containsEntry("max_retries", "1");
  }

  @Test
  void read_kickstartInXml_givesTheSumOfItsRecords() throws IOException {
    ActivityExecution transfer = execution(Flowgauge.read(sample()), "stage_in_local_0");
    assertThat(transfer.activity().kind()).isEqualTo(ActivityKind.TRANSFER);
    assertThat(transfer.wallclock()).contains(Duration.ofSeconds(6));
    assertThat(transfer.processor()).contains("submit.example.org");
    assertThat(transfer.activity().attributes())
        .containsEntry("invocations", "2")
        .containsEntry("cpu_seconds", "0.3");
    assertThat(transfer.attempts().get(0).started()).isEqualTo(at(2));
  }

  @Test
  void read_abortedJob_isAborted() throws IOException {
    Attempt attempt = execution(Flowgauge.read(sample()), "merge_pair").attempts().get(0);
    assertThat(attempt.pending()).isEqualTo(at(91));
    assertThat(attempt.outcome()).contains(EventType.ABORTED);
    assertThat(attempt.ended()).isEqualTo(at(110));
  }

  @Test
  void read_jobsThatLostTheirHosts_haveAnAttemptForEach() throws IOException {
    Files.writeString(
        folder.resolve("jobstate.log"),
        """
        1700000000 INTERNAL *** DAGMAN_STARTED 1.0 ***
        1700000001 sort_ID1 SUBMIT 2.0 pool - 1
        1700000010 sort_ID1 EXECUTE 2.0 pool - 1
        1700000020 sort_ID1 JOB_EVICTED 2.0 pool - 1
        1700000020 sort_ID1 EXECUTE 2.0 pool - 1
        1700000030 sort_ID1 JOB_HELD 2.0 pool - 1
        1700000031 sort_ID1 JOB_EVICTED 2.0 pool - 1
        1700000040 sort_ID1 JOB_RELEASED 2.0 pool - 1
        1700000050 sort_ID1 EXECUTE 2.0 pool - 1
        1700000055 sort_ID1 JOB_SUSPENDED 2.0 pool - 1
        1700000056 sort_ID1 JOB_UNSUSPENDED 2.0 pool - 1
        1700000060 sort_ID1 JOB_TERMINATED 2.0 pool - 1
        1700000060 sort_ID1 JOB_SUCCESS 0 pool - 1
        1700000070 sort_ID2 SUBMIT 3.0 pool - 2
        1700000080 sort_ID2 EXECUTE 3.0 pool - 2
        1700000090 sort_ID2 SHADOW_EXCEPTION 3.0 pool - 2
        """);
    WorkflowRun run = Flowgauge.read(folder);
    List<Attempt> evicted = execution(run, "sort_ID1").attempts();
    assertThat(evicted.stream().map(a -> a.outcome().orElseThrow()))
        .containsExactly(EventType.FAILED, EventType.FAILED, EventType.COMPLETED);
    assertThat(evicted.stream().map(Attempt::submitted)).containsExactly(at(1), at(20), at(30));
    assertThat(evicted.stream().map(Attempt::active)).containsExactly(at(10), at(20), at(50));
    assertThat(evicted.stream().map(Attempt::ended)).containsExactly(at(20), at(30), at(60));
    assertThat(execution(run, "sort_ID1").graph().events())
        .extracting(ActivityEvent::type)
        .contains(EventType.SUSPENDED, EventType.RESUMED);
    List<Attempt> open = execution(run, "sort_ID2").attempts();
    assertThat(open.get(0).outcome()).contains(EventType.FAILED);
    assertThat(open.get(1).submitted()).isEqualTo(at(90));
    assertThat(open.get(1).outcome()).isEmpty();
  }

  @Test
  void read_stampedeEventsBeside_areTheRunAndStatesAreNot() throws IOException {
    copySample();
    Files.copy(
        HostileInput.sample(SubmitReaderTest.class, "retry.bp"), folder.resolve("sorting.bp"));
    Files.delete(folder.resolve("sorting-0.dag"));
    WorkflowRun run = Flowgauge.read(folder);
    assertThat(run.execution("merge_sort_1").orElseThrow().attempts()).hasSize(2);
    assertThat(run.execution("merge_pair")).isEmpty();
    assertThat(messages(run)).anyMatch(m -> m.contains("jobstate.log: not needed: the stampede"));
  }

  @Test
  void read_userLogBeside_isStillOneRun() throws IOException {
    copySample();
    Files.writeString(
        folder.resolve("sorting-0.log"),
        """
        000 (2.000.000) 2023-11-14 23:13:25 PegasusJob submitted from host: <10.0.0.9:1>
            DAG Node: stage_in_local_0
        ...
        001 (2.000.000) 2023-11-14 23:13:30 PegasusJob executing on host: <10.0.0.1:2>
        ...
        005 (2.000.000) 2023-11-14 23:13:40 PegasusJob terminated.
        \t(1) Normal termination (return value 0)
        ...
        """);
    WorkflowRun run = Flowgauge.read(folder);
    assertThat(run.workflow().activityCount()).isEqualTo(3);
    assertThat(messages(run))
        .contains(
            "info: sorting-0.log: belongs to the same run: of its 1 activities, 1 match by name"
                + " and 0 by time")
        .anyMatch(m -> m.contains("read as pegasus-submit, with") && m.contains("sorting-0.log"));
  }

  @Test
  void read_userLogOfOtherTimes_contradicts() throws IOException {
    copySample();
    Files.writeString(
        folder.resolve("sorting-0.log"),
        """
        000 (2.000.000) 2023-11-14 22:13:25Z PegasusJob submitted from host: <10.0.0.9:1>
            DAG Node: stage_in_local_0
        ...
        005 (2.000.000) 2023-11-14 22:53:00Z PegasusJob terminated.
        \t(1) Normal termination (return value 0)
        ...
        """);
    assertThat(messages(Flowgauge.read(folder)))
        .contains(
            "warning: sorting-0.log: not joined, because it seems to belong to another run: the"
                + " times of 1 of 1 activities differ, most by 2360.0 s (stage_in_local_0)");
  }

  @Test
  void read_recordOfAnotherSubmission_isNotUsed() throws IOException {
    copySample();
    Path record = folder.resolve("00/00/sort_ID0000001.out.001");
    Files.writeString(record, Files.readString(record).replace("condor: 4.0", "condor: 77.0"));
    WorkflowRun run = Flowgauge.read(folder);
    assertThat(execution(run, "sort_ID0000001").wallclock()).isEmpty();
    assertThat(messages(run)).anyMatch(m -> m.contains("of a submission other than their file's"));
  }

  @Test
  void read_entitiesInXml_areNotRead() throws IOException {
    copySample();
    Path secret = Files.writeString(folder.resolve("secret"), "9.5");
    Files.writeString(
        folder.resolve("00/00/stage_in_local_0.out.000"),
        "<invocation start=\"2023-11-14T22:13:30Z\" duration=\"1\" hostname=\"h\">\n"
            + "<!DOCTYPE x [<!ENTITY e SYSTEM \""
            + secret.toUri()
            + "\">]>\n"
            + "<mainjob duration=\"&e;\"/></invocation>\n");
    WorkflowRun run = Flowgauge.read(folder);
    assertThat(execution(run, "stage_in_local_0").wallclock()).isEmpty();
    assertThat(messages(run)).anyMatch(m -> m.contains("kickstart records that are not XML"));
  }

  @Test
  void read_statesWithoutJobs_refusedInOneLine() throws IOException {
    Files.writeString(
        folder.resolve("jobstate.log"), "1700000001 INTERNAL *** MONITORD_STARTED ***\n");
    assertThatThrownBy(() -> Flowgauge.read(folder))
        .isInstanceOf(TraceFormatException.class)
        .hasMessageContaining("jobstate.log: found no job, expected states of jobs");
  }

  @Test
  void read_hostileFiles_runOrOneClearLine() throws IOException {
    HostileInput.survive(sample(), folder, 36);
  }
}
