package io.flowgauge.traces.makeflow;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.flowgauge.Flowgauge;
import io.flowgauge.run.ActivityExecution;
import io.flowgauge.run.Attempt;
import io.flowgauge.run.EventType;
import io.flowgauge.run.Phase;
import io.flowgauge.run.Processor;
import io.flowgauge.run.WorkflowRun;
import io.flowgauge.trace.Diagnostic;
import io.flowgauge.trace.TraceFormatException;
import io.flowgauge.traces.files.HostileInput;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class MakeflowReaderTest {
  private static final long START = 1_700_000_000_000_000_000L;

  @TempDir Path folder;

  private static WorkflowRun sample(String name) throws IOException {
    return Flowgauge.read(HostileInput.sample(MakeflowReaderTest.class, name));
  }

  private static ActivityExecution execution(WorkflowRun run, String id) {
    return run.execution(id).orElseThrow();
  }

  private static OptionalLong at(long micros) {
    return OptionalLong.of(START + micros * 1_000);
  }

  private static List<String> messages(WorkflowRun run) {
    return run.diagnostics().stream().map(Diagnostic::toString).toList();
  }

  private WorkflowRun read(String... lines) throws IOException {
    Files.writeString(folder.resolve("a.makeflowlog"), String.join("\n", lines) + "\n");
    return Flowgauge.read(folder);
  }

  @Test
  void read_batchSystem_hasGraphAndRetriesButNoStarts() throws IOException {
    WorkflowRun run = sample("slurm");
    assertThat(run.workflow().activityCount()).isEqualTo(8);
    assertThat(run.workflow().dependencyCount()).isEqualTo(7);
    ActivityExecution render = execution(run, "render (1)");
    assertThat(render.attempts().stream().map(a -> a.outcome().orElseThrow()))
        .containsExactly(EventType.FAILED, EventType.FAILED, EventType.COMPLETED);
    assertThat(render.attempts()).allMatch(attempt -> attempt.active().isEmpty());
    assertThat(render.activity().attributes())
        .containsEntry("native_id", "94")
        .containsEntry("command", "./render.sh orrery 1 0.1667 orrery_0001.png orrery.pov");
    assertThat(run.startNanos()).hasValue(1_795_174_266_015_619_000L);
    assertThat(messages(run)).anyMatch(m -> m.contains("11 submissions by Makeflow; 3"));
  }

  @Test
  void read_workQueueBeside_joinsDispatchesWithRules() throws IOException {
    WorkflowRun run = sample("workqueue");
    assertThat(run.workflow().dependencies()).hasToString("[first (0) -> second (1)]");
    ActivityExecution first = execution(run, "first (0)");
    Attempt lost = first.attempts().get(0);
    assertThat(lost.processor()).contains("10.0.0.1:4000");
    assertThat(lost.submitted()).isEqualTo(at(99_000));
    assertThat(lost.active()).isEqualTo(at(310_000));
    assertThat(lost.ended()).isEqualTo(at(1_000_100));
    assertThat(lost.outcome()).contains(EventType.FAILED);
    Attempt good = first.attempts().get(1);
    assertThat(good.submitted()).isEqualTo(at(1_000_100));
    assertThat(good.active()).isEqualTo(at(2_110_000));
    assertThat(good.ended()).isEqualTo(at(5_000_000));
    assertThat(good.outcome()).contains(EventType.COMPLETED);
    assertThat(first.wallclock()).contains(Duration.ofMillis(2750));
    assertThat(first.phases())
        .containsExactly(
            new Phase("stage-in", START + 2_060_000_000L, START + 2_100_000_000L),
            new Phase("stage-out", START + 4_900_000_000L, START + 4_990_000_000L));
    assertThat(run.processors())
        .containsExactlyInAnyOrder(
            Processor.of("10.0.0.1:4000").withSlots(2), Processor.of("10.0.0.2:4000"));
    assertThat(messages(run))
        .anyMatch(m -> m.contains("their worker was lost: FAILURE"))
        .anyMatch(
            m ->
                m.contains(
                    "pair.wqlog.tr: adds workers and the times at which"
                        + " jobs ran, from 4 dispatches"))
        .anyMatch(m -> m.contains("3145728 bytes sent in 0.09 s"))
        .noneMatch(m -> m.contains("the manager counted"));
  }

  @Test
  void read_failedSubmission_isRetriedUnderItsOwnJob() throws IOException {
    ActivityExecution second = execution(sample("workqueue"), "second (1)");
    assertThat(second.attempts()).hasSize(2);
    assertThat(second.attempts().get(0).outcome()).contains(EventType.FAILED);
    assertThat(second.attempts().get(1).submitted()).isEqualTo(at(9_099_000));
    assertThat(second.activity().attributes())
        .containsEntry("native_id", "3")
        .containsEntry("exit", "0");
  }

  @Test
  void read_startedAgain_keepsWhatWasGivenUp() throws IOException {
    WorkflowRun run =
        read(
            "# STARTED 1700000000000000",
            "1700000001000000 0 1 11 0 1 0 0 0 1",
            "# STARTED 1700000100000000",
            "1700000100000100 0 0 11 1 0 0 0 0 1",
            "1700000101000000 0 1 12 0 1 0 0 0 1",
            "1700000102000000 0 4 12 0 0 0 0 1 1",
            "# ABORTED 1700000102000100");
    ActivityExecution rule = execution(run, "rule (0)");
    assertThat(rule.attempts()).hasSize(2);
    assertThat(rule.attempts().get(0).outcome()).isEmpty();
    assertThat(rule.attempts().get(1).outcome()).contains(EventType.ABORTED);
    assertThat(messages(run))
        .anyMatch(m -> m.contains("Makeflow was started 2 times"))
        .anyMatch(m -> m.contains("gave up, without an end"))
        .anyMatch(m -> m.contains("Makeflow ended with ABORTED"));
  }

  @Test
  void read_localRun_isActiveWhenSubmittedOnTheSlotsOfMakeflow() throws IOException {
    Files.writeString(
        folder.resolve("makeflow.out"), "parsing a.makeflow...\nmax running local jobs: 3\n");
    WorkflowRun run =
        read("1700000000000000 0 1 11 0 1 0 0 0 1", "1700000002000000 0 2 11 0 0 1 0 0 1");
    assertThat(execution(run, "rule (0)").attempts().get(0).active()).isEqualTo(at(0));
    assertThat(run.processors()).containsExactly(Processor.of("local").withSlots(3));
  }

  @Test
  void read_commandThatMakeflowRunsItself_isOfTheTypeOfItsProgram() throws IOException {
    Files.writeString(
        folder.resolve("a.makeflow"), "a: b\n\tLOCAL /bin/sim b > a\nc: a\n\tLOCALE a > c\n");
    WorkflowRun run = read("1700000000000000 0 1 11 0 1 0 0 0 2");
    assertThat(execution(run, "sim (0)").activity().attributes())
        .containsEntry("command", "/bin/sim b > a");
    assertThat(execution(run, "LOCALE (1)").activity().type()).isEqualTo("LOCALE");
  }

  @Test
  void read_summaryOfTheLastAttempt_isUsedThatOfAnotherTimeNot() throws IOException {
    Files.createDirectories(folder.resolve("monitor"));
    for (int rule = 0; rule < 2; rule++) {
      Files.writeString(
          folder.resolve("monitor/resource-rule-" + rule + ".summary"),
          """
          {"host":"n1","monitor_version":"8","command":"x","exit_status":0,
           "start":[1700000000.5,"s"],"end":[1700000001.5,"s"],"wall_time":[1.0,"s"],
           "cpu_time":[0.25,"s"],"memory":[13,"MB"],"cores":[0.145,"cores"]}
          """);
    }
    WorkflowRun run =
        read(
            "1700000000000000 0 1 11 1 1 0 0 0 2",
            "1700000002000000 0 2 11 1 0 1 0 0 2",
            "1700000050000000 1 1 12 0 1 1 0 0 2",
            "1700000051000000 1 2 12 0 0 2 0 0 2");
    ActivityExecution measured = execution(run, "rule (0)");
    assertThat(measured.wallclock()).contains(Duration.ofSeconds(1));
    assertThat(measured.attempts().get(0).active()).isEqualTo(at(500_000));
    assertThat(measured.processor()).contains("n1");
    assertThat(measured.activity().attributes())
        .containsEntry("cpu_seconds", "0.25")
        .containsEntry("memory_MB", "13")
        .containsEntry("cores", "0.145");
    assertThat(execution(run, "rule (1)").wallclock()).isEmpty();
    assertThat(messages(run)).anyMatch(m -> m.contains("of another time than the last attempt"));
  }

  @Test
  void read_cutOffLine_saysSoAndKeepsTheRest() throws IOException {
    Files.writeString(
        folder.resolve("a.makeflowlog"), "1700000000000000 0 1 11 0 1 0 0 0 1\n17000000020");
    WorkflowRun run = Flowgauge.read(folder);
    assertThat(run.isFinished()).isFalse();
    assertThat(messages(run))
        .contains("error: line 2: lines cut off at the end of the file, left out");
  }

  @Test
  void read_cyclicParents_namesTheCycle() {
    assertThatThrownBy(
            () -> read("# NODE\t0\ta", "# PARENTS\t0\t1", "# NODE\t1\tb", "# PARENTS\t1\t0"))
        .isInstanceOf(TraceFormatException.class)
        .hasMessageContaining("cycle");
  }

  @Test
  void read_variablesThatGrowWithoutEnd_refused() throws IOException {
    StringBuilder rules = new StringBuilder("V0=xxxxxxxxxx\n");
    for (int k = 1; k < 60; k++) {
      rules.append("V" + k + "=$V" + (k - 1) + "$V" + (k - 1) + "\n");
    }
    Files.writeString(folder.resolve("a.makeflow"), "a: b\n\tcat b > a\n" + rules);
    assertThatThrownBy(() -> read("1700000000000000 0 1 11 0 1 0 0 0 1"))
        .isInstanceOf(TraceFormatException.class)
        .hasMessageContaining("a.makeflow: line 20")
        .hasMessageContaining("over 1048576 characters");
  }

  @Test
  void read_hostileFiles_runOrOneClearLine(@TempDir Path other) throws IOException {
    HostileInput.survive(HostileInput.sample(MakeflowReaderTest.class, "workqueue"), folder, 60);
    HostileInput.survive(HostileInput.sample(MakeflowReaderTest.class, "slurm"), other, 30);
  }
}
