package io.flowgauge.traces.snakemake;

import static org.assertj.core.api.Assertions.assertThat;

import io.flowgauge.Flowgauge;
import io.flowgauge.run.ActivityExecution;
import io.flowgauge.run.Attempt;
import io.flowgauge.run.EventType;
import io.flowgauge.run.ServiceInterval;
import io.flowgauge.run.WorkflowRun;
import io.flowgauge.testsupport.Checkout;
import io.flowgauge.trace.Diagnostic;
import io.flowgauge.trace.TraceFormatException;
import io.flowgauge.traces.files.HostileInput;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Messages in the format of the log handlers in {@code plugins/snakemake}. */
class SnakemakeEventsTest {
  private static final long START = 1_700_000_000_000_000_000L;

  /** Number of bytes after which the first description of a job is complete. */
  private static final int FIRST_JOB = 350;

  /** Bytes between two cuts; prime, so that cuts fall at all positions within lines. */
  private static final int STEP = Boolean.getBoolean("flowgauge.long") ? 3 : 19;

  @TempDir Path folder;

  private final List<String> lines =
      new ArrayList<>(
          List.of(
              "{\"timestamp\": 1700000000.0, \"level\": \"workflow_started\", \"pid\": 7}",
              line(1, "info", "\"msg\": \"Building DAG of jobs...\""),
              line(2, "resources_info", "\"msg\": \"Provided cores: 2\"")));

  /** Returns a message at a time in milliseconds. */
  private static String line(long millis, String level, String fields) {
    return "{\"timestamp\": %d.%03d, \"level\": \"%s\", %s}"
        .formatted(1_700_000_000 + millis / 1000, millis % 1000, level, fields);
  }

  private static OptionalLong at(long millis) {
    return OptionalLong.of(START + millis * 1_000_000);
  }

  private void add(long millis, String level, String fields) {
    lines.add(line(millis, level, fields));
  }

  private void begin(long millis, int job, String rule, String files) {
    add(millis, "job_info", "\"jobid\": %d, \"name\": \"%s\", %s".formatted(job, rule, files));
  }

  private void end(long millis, String level, int job) {
    add(millis, level, "\"jobid\": " + job);
  }

  private WorkflowRun read() throws IOException {
    Path file = folder.resolve("run.events.jsonl");
    Files.write(file, lines);
    return Flowgauge.read(file);
  }

  private static WorkflowRun sample(String name) throws IOException {
    return Flowgauge.read(HostileInput.sample(SnakemakeEventsTest.class, name));
  }

  private static List<Attempt> attempts(WorkflowRun run, String id) {
    return run.execution(id).orElseThrow().attempts();
  }

  private static List<String> messages(WorkflowRun run) {
    return run.diagnostics().stream().map(Diagnostic::toString).toList();
  }

  @Test
  void read_endLogged_isTheEndOfTheRun() throws IOException {
    begin(10, 1, "make", "\"output\": [\"a\"]");
    end(20, "job_error", 1);
    assertThat(read().isEnded()).isFalse();
    add(30, "workflow_finished", "\"outcome\": \"failure\", \"lost\": 0");
    WorkflowRun run = read();
    assertThat(run.isEnded()).isTrue();
    assertThat(messages(run)).anyMatch(m -> m.contains("Snakemake ended: failure"));
    assertThat(messages(run)).noneMatch(m -> m.contains("could not be recorded"));
  }

  @Test
  void read_messagesLost_areRemarkedOn() throws IOException {
    begin(10, 1, "make", "\"output\": [\"a\"]");
    add(30, "workflow_finished", "\"outcome\": \"unknown\", \"lost\": 4");
    assertThat(messages(read())).anyMatch(m -> m.contains("4 messages could not be recorded"));
  }

  @Test
  void read_startedAgainInTheSameFile_goesOn() throws IOException {
    begin(10, 1, "make", "\"output\": [\"a\"]");
    add(30, "workflow_finished", "\"outcome\": \"failure\", \"lost\": 0");
    add(40, "info", "\"msg\": \"Building DAG of jobs...\"");
    assertThat(read().isEnded()).isFalse();
  }

  @Test
  void read_failureLoggedAgainAtTheEnd_isOneAttempt() throws IOException {
    begin(10, 1, "make", "\"output\": [\"a\"]");
    end(20, "job_error", 1);
    add(21, "info", "\"msg\": \"Trying to restart job 1.\"");
    begin(30, 1, "make", "\"output\": [\"a\"]");
    end(40, "job_error", 1);
    end(50, "job_error", 1);
    WorkflowRun run = read();
    assertThat(attempts(run, "make (a)")).hasSize(2);
    assertThat(attempts(run, "make (a)").get(1).ended()).isEqualTo(at(40));
    assertThat(messages(run)).anyMatch(m -> m.contains("failures reported more than once"));
  }

  @Test
  void read_failureOfARestartWhoseBeginIsNotLogged_isAnAttempt() throws IOException {
    begin(10, 1, "make", "\"output\": [\"a\"]");
    end(20, "job_error", 1);
    add(21, "info", "\"msg\": \"Trying to restart job 1.\"");
    end(40, "job_error", 1);
    assertThat(attempts(read(), "make (a)")).hasSize(2);
  }

  @Test
  void read_group_isSubmittedAndFailsAsOne() throws IOException {
    add(3, "resources_info", "\"msg\": \"Provided remote nodes: unlimited\"");
    begin(10, 9, "alone", "\"output\": [\"z\"]");
    add(11, "info", "\"msg\": \"Submitted job 9 with external jobid '70'.\"");
    add(12, "group_info", "\"groupid\": \"pair\"");
    begin(13, 1, "first", "\"output\": [\"a\"], \"indent\": true");
    begin(14, 2, "second", "\"output\": [\"b\"], \"input\": [\"a\"], \"indent\": true");
    add(15, "info", "\"msg\": \"Submitted group job 4695ff1b-d3d4 with external jobid '71'.\"");
    add(40, "group_error", "\"groupid\": \"pair\", \"jobs\": [1, 2]");
    end(41, "job_error", 1);
    WorkflowRun run = read();
    for (String id : List.of("first (a)", "second (b)")) {
      assertThat(attempts(run, id)).hasSize(1);
      assertThat(attempts(run, id).get(0).submitted()).isEqualTo(at(15));
      assertThat(attempts(run, id).get(0).ended()).isEqualTo(at(40));
      assertThat(attempts(run, id).get(0).outcome()).contains(EventType.FAILED);
      assertThat(run.execution(id).orElseThrow().activity().attributes())
          .containsEntry("native_id", "71");
    }
    assertThat(attempts(run, "alone (z)").get(0).submitted()).isEqualTo(at(11));
    assertThat(attempts(run, "alone (z)").get(0).outcome()).isEmpty();
  }

  private static String nativeId(WorkflowRun run, String id) {
    return run.execution(id).orElseThrow().activity().attributes().get("native_id");
  }

  @Test
  void read_submissionsOfOtherExecutors_haveTheirNumbers() throws IOException {
    begin(10, 1, "make", "\"output\": [\"a\"]");
    add(11, "info", "\"msg\": \"Job 1 has been submitted with SLURM jobid 5 (log: x.log).\"");
    begin(12, 2, "make", "\"output\": [\"b\"]");
    add(13, "info", "\"msg\": \"Submitted DRMAA job 2 with external jobid 6.\"");
    begin(14, 3, "make", "\"output\": [\"c\"]");
    add(15, "info", "\"msg\": \"Submitted job 3 with external jobid 'Submitted batch job 7'.\"");
    begin(16, 4, "make", "\"output\": [\"d\"]");
    add(
        17,
        "info",
        "\"msg\": \"Submitted job 4 with external jobid 'Submitted batch job 8 on cluster x'.\"");
    begin(18, 5, "make", "\"output\": [\"e\"]");
    add(19, "info", "\"msg\": \"Submitted job 5 with external jobid 'Your job 9 (\\\"s\\\")'.\"");
    WorkflowRun run = read();
    assertThat(nativeId(run, "make (c)")).isEqualTo("7");
    assertThat(nativeId(run, "make (d)")).isEqualTo("8");
    assertThat(nativeId(run, "make (e)")).isEqualTo("Your job 9 (\"s\")");
    assertThat(attempts(run, "make (a)").get(0).submitted()).isEqualTo(at(11));
    assertThat(run.execution("make (b)").orElseThrow().activity().attributes())
        .containsEntry("native_id", "6");
  }

  @Test
  void read_filesOfAnOutputDirectory_dependOnItsJob() throws IOException {
    begin(10, 1, "split", "\"output\": [\"out/pieces\"]");
    end(20, "job_finished", 1);
    begin(30, 2, "use", "\"input\": [\"./out/pieces/x/1.txt\", \"out/q\"], \"output\": [\"u\"]");
    begin(31, 3, "other", "\"input\": [\"out/pieces2/1.txt\", \"/out\"], \"output\": [\"o\"]");
    assertThat(read().workflow().dependencies()).hasToString("[split (out/pieces) -> use (u)]");
  }

  @Test
  void read_filesInStorage_dependOnTheJobsThatSendThem() throws IOException {
    begin(
        10,
        1,
        "make",
        "\"wildcards\": {\"k\": \"1\"}, \"output\": [\"s3://b/a (send to storage)\"]");
    begin(
        30,
        2,
        "use",
        "\"wildcards\": {\"k\": \"2\"}, \"input\": [\"s3://b/a (retrieve from storage)\"]");
    assertThat(read().workflow().dependencies()).hasToString("[make (k=1) -> use (k=2)]");
  }

  @Test
  void read_command_isAnAttributeAndIdentifiesTheWorkIfThereAreNoWildcards() throws IOException {
    begin(10, 1, "make", "\"output\": [\"a\"]");
    add(11, "shellcmd", "\"jobid\": 1, \"msg\": \"make -k 3 a\"");
    add(12, "shellcmd", "\"msg\": \"of no job\"");
    assertThat(read().execution("make (a)").orElseThrow().activity().attributes())
        .containsEntry("command", "make -k 3 a")
        .containsEntry("arguments", "-k 3 a");
  }

  @Test
  void read_jobsStarted_endTheirSelection() throws IOException {
    add(5, "info", "\"msg\": \"Select jobs to execute...\"");
    add(9, "job_started", "\"count\": 1");
    begin(10, 1, "make", "\"output\": [\"a\"]");
    assertThat(read().services())
        .containsExactly(new ServiceInterval("scheduling", START + 5_000_000, START + 9_000_000));
  }

  /** Both the events and the log were recorded with Snakemake 9.25.2. */
  @Test
  void read_eventsOfSnakemakeNine_agreeWithItsLog() throws IOException {
    WorkflowRun run = sample("nine");
    WorkflowRun log = sample("nine-log");
    assertThat(run.workflow().dependencyCount()).isEqualTo(9);
    assertThat(run.workflow().dependencies())
        .extracting(Object::toString)
        .containsExactlyInAnyOrderElementsOf(
            log.workflow().dependencies().stream().map(Object::toString).toList());
    assertThat(run.executions()).hasSize(9).hasSameSizeAs(log.executions());
    for (ActivityExecution logged : log.executions()) {
      List<Attempt> exact = attempts(run, logged.activity().id());
      assertThat(exact).hasSameSizeAs(logged.attempts());
      for (int k = 0; k < exact.size(); k++) {
        assertThat(exact.get(k).outcome()).isEqualTo(logged.attempts().get(k).outcome());
        assertThat(exact.get(k).started().orElseThrow() / 1_000_000_000)
            .isEqualTo(logged.attempts().get(k).started().orElseThrow() / 1_000_000_000);
      }
    }
    assertThat(attempts(run, "flaky (flaky.txt)")).hasSize(2);
    assertThat(attempts(run, "broken (broken.txt)")).hasSize(1);
    assertThat(run.isEnded()).isTrue();
    assertThat(messages(run)).noneMatch(m -> m.startsWith("error") || m.startsWith("warning"));
  }

  @Test
  void read_hostileEvents_runOrOneClearLine() throws IOException {
    HostileInput.survive(HostileInput.sample(getClass(), "nine-grouped"), folder, 60);
  }

  @Test
  void read_groupOfSnakemakeNine_failsTwice() throws IOException {
    WorkflowRun run = sample("nine-grouped");
    for (String id : List.of("first (first.txt)", "second (second.txt)")) {
      assertThat(attempts(run, id)).hasSize(2);
      assertThat(attempts(run, id)).allMatch(a -> a.outcome().orElseThrow() == EventType.FAILED);
      assertThat(attempts(run, id)).allMatch(a -> a.submitted().isPresent());
      assertThat(run.execution(id).orElseThrow().activity().attributes())
          .containsEntry("native_id", "c-1341");
    }
    assertThat(attempts(run, "alone (alone.txt)").get(0).outcome()).contains(EventType.COMPLETED);
    assertThat(messages(run)).noneMatch(m -> m.startsWith("error"));
  }

  @Test
  void read_fileCutAtAnyByte_isARunThatGoesOn() throws IOException {
    begin(10, 1, "make", "\"output\": [\"a\"]");
    add(11, "shellcmd", "\"jobid\": 1, \"msg\": \"make a\"");
    end(20, "job_finished", 1);
    begin(30, 2, "use", "\"input\": [\"a\"], \"output\": [\"b\"]");
    end(40, "job_error", 2);
    add(50, "workflow_finished", "\"outcome\": \"failure\", \"lost\": 0");
    String whole = String.join("\n", lines) + "\n";
    assertGoesOn(whole, whole.indexOf("\"make\""), whole.length() - 2);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "samples/movie-versions/frames/run-1/snakemake.log",
        "adapters/traces/src/test/resources/io/flowgauge/traces/snakemake/nine-log/snakemake.log"
      })
  void read_logCutAtAnyByte_isARunThatGoesOn(String log) throws IOException {
    Path file = Checkout.root().resolve(log);
    String whole = Files.readString(file);
    assertThat(Flowgauge.read(file).isEnded()).isTrue();
    assertGoesOn(whole, whole.indexOf("rule "), whole.indexOf("Complete log"));
  }

  /** Reads prefixes of a file; those too short to contain a job are refused. */
  private void assertGoesOn(String whole, int firstJob, int end) throws IOException {
    Path file = folder.resolve("run");
    int runs = 0;
    for (int length = 0; length < end; length += STEP) {
      Files.writeString(file, whole.substring(0, length));
      try {
        WorkflowRun run = Flowgauge.read(file);
        assertThat(run.isEnded()).as("cut at " + length).isFalse();
        assertThat(messages(run))
            .as("cut at " + length)
            .noneMatch(m -> m.startsWith("error") && !m.contains("lines cut off"));
        runs++;
      } catch (TraceFormatException e) {
        assertThat(length).as(e.getMessage()).isLessThan(firstJob + FIRST_JOB);
      }
    }
    assertThat(runs).isGreaterThanOrEqualTo((end - firstJob - FIRST_JOB) / STEP);
  }

  @Test
  void read_logOfAWorkflowInParts_doesNotEndWithAPart() throws IOException {
    String log =
        """
        Building DAG of jobs...
        Executing subworkflow part.
        Building DAG of jobs...
        Provided cores: 2
        [Sun Nov  1 09:00:00 2026]
        rule make:
            output: a
            jobid: 0

        [Sun Nov  1 09:00:01 2026]
        Finished job 0.
        Complete log: .snakemake/log/2026-11-01T090000.snakemake.log
        """;
    Path file = folder.resolve("snakemake.log");
    Files.writeString(file, log);
    assertThat(Flowgauge.read(file).isEnded()).isFalse();
    Files.writeString(file, log.replace("Executing subworkflow part.\n", ""));
    assertThat(Flowgauge.read(file).isEnded()).isTrue();
  }
}
