package io.flowgauge.traces.condor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.flowgauge.Flowgauge;
import io.flowgauge.run.ActivityExecution;
import io.flowgauge.run.ActivityState;
import io.flowgauge.run.Attempt;
import io.flowgauge.run.EventType;
import io.flowgauge.run.Phase;
import io.flowgauge.run.StateInterval;
import io.flowgauge.run.TimeBase;
import io.flowgauge.run.WorkflowRun;
import io.flowgauge.trace.Diagnostic;
import io.flowgauge.trace.TraceFormatException;
import io.flowgauge.traces.files.HostileInput;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Reads a sample written after HTCondor's manual, which describes numbers, texts and details of
 * events.
 */
class UserLogReaderTest {
  private static final long THREE = nanos("2024-08-02T15:00:00Z");
  private static final long SECOND = 1_000_000_000L;

  @TempDir Path folder;

  private static long nanos(String time) {
    return Instant.parse(time).getEpochSecond() * 1_000_000_000L;
  }

  private static WorkflowRun diamond() throws IOException {
    return Flowgauge.read(HostileInput.sample(UserLogReaderTest.class, "diamond"));
  }

  private static List<Attempt> attempts(WorkflowRun run, String id) {
    return run.execution(id).orElseThrow().attempts();
  }

  private static List<EventType> outcomes(WorkflowRun run, String id) {
    return attempts(run, id).stream().map(a -> a.outcome().orElseThrow()).toList();
  }

  private WorkflowRun read(String log) throws IOException {
    Files.writeString(folder.resolve("job.log"), log);
    return Flowgauge.read(folder);
  }

  @Test
  void read_dag_hasSplicesAndFinalNodeInPlace() throws IOException {
    WorkflowRun run = diamond();
    assertThat(run.workflow().activities())
        .extracting(activity -> activity.id())
        .containsExactlyInAnyOrder(
            "first",
            "left",
            "right+a.0",
            "right+a.1",
            "right+b",
            "right+c",
            "last",
            "more",
            "clean");
    assertThat(run.workflow().dependencies())
        .extracting(Object::toString)
        .containsExactlyInAnyOrder(
            "first -> left",
            "first -> right+a.0",
            "first -> right+a.1",
            "first -> right+b",
            "right+a.0 -> right+c",
            "right+a.1 -> right+c",
            "right+b -> right+c",
            "left -> last",
            "right+c -> last",
            "last -> more",
            "more -> clean");
    assertThat(run.timeBase()).isEqualTo(TimeBase.UNKNOWN_ZONE);
  }

  @Test
  void read_finishedJob_hasItsTimesHostAndUsage() throws IOException {
    WorkflowRun run = diamond();
    Attempt first = attempts(run, "first").get(0);
    assertThat(first.submitted()).hasValue(THREE);
    assertThat(first.active()).hasValue(THREE + 10 * SECOND);
    assertThat(first.ended()).hasValue(THREE + 20 * SECOND);
    assertThat(first.processor()).contains("n1.example.org");
    assertThat(run.execution("first").orElseThrow().activity().type()).isEqualTo("prepare");
    assertThat(run.execution("first").orElseThrow().activity().attributes())
        .containsEntry("native_id", "100.0")
        .containsEntry("exit", "0")
        .containsEntry("cpu_seconds", "8")
        .containsEntry("bytes_sent", "1234")
        .containsEntry("bytes_received", "5678")
        .containsEntry("max_retries", "2");
  }

  @Test
  void read_evictedJob_isAnotherAttemptOnAnotherHost() throws IOException {
    WorkflowRun run = diamond();
    assertThat(outcomes(run, "left")).containsExactly(EventType.FAILED, EventType.COMPLETED);
    Attempt lost = attempts(run, "left").get(0);
    assertThat(lost.processor()).contains("10.0.0.2");
    assertThat(lost.ended()).hasValue(THREE + 40 * SECOND);
    Attempt good = attempts(run, "left").get(1);
    assertThat(good.submitted()).hasValue(THREE + 40 * SECOND);
    assertThat(good.active()).hasValue(THREE + 52 * SECOND);
    assertThat(good.processor()).contains("n1.example.org");
    assertThat(run.execution("left").orElseThrow().phases())
        .containsExactly(new Phase("stage-in", THREE + 50 * SECOND, THREE + 52 * SECOND));
    assertThat(run.execution("left").orElseThrow().activity().attributes())
        .containsEntry("vars.size", "3")
        .containsEntry("vars.part", "a \\\"quoted\\\" one");
  }

  @Test
  void read_suspendedHeldAndRetriedJob_hasThreeAttempts() throws IOException {
    WorkflowRun run = diamond();
    assertThat(outcomes(run, "right+b"))
        .containsExactly(EventType.FAILED, EventType.FAILED, EventType.COMPLETED);
    List<StateInterval> states = run.execution("right+b").orElseThrow().graph().states();
    assertThat(states)
        .filteredOn(state -> state.state() == ActivityState.SUSPENDED)
        .singleElement()
        .matches(state -> state.endNanos() - state.leading().epochNanos() == 5 * SECOND);
    assertThat(attempts(run, "right+b").get(0).ended()).hasValue(THREE + 55 * SECOND);
    assertThat(attempts(run, "right+b").get(1).active()).hasValue(THREE + 70 * SECOND);
  }

  @Test
  void read_postScript_hasTheLastWord() throws IOException {
    WorkflowRun run = diamond();
    assertThat(outcomes(run, "last")).containsExactly(EventType.COMPLETED);
    ActivityExecution last = run.execution("last").orElseThrow();
    assertThat(last.attempts().get(0).ended()).hasValue(THREE + 135 * SECOND);
    assertThat(last.phases())
        .containsExactly(new Phase("post-script", THREE + 130 * SECOND, THREE + 135 * SECOND));
    assertThat(last.activity().attributes()).containsEntry("exit", "3");
    assertThat(outcomes(run, "right+c")).containsExactly(EventType.ABORTED);
  }

  @Test
  void read_repeatedEvent_countsOnce() throws IOException {
    assertThat(diamond().diagnostics())
        .extracting(Diagnostic::message)
        .contains("repeated events: the first is used");
  }

  @Test
  void read_oldLog_takesTheYearOfTheFile() throws IOException {
    Path log = folder.resolve("job.log");
    Files.writeString(
        log,
        """
        000 (7.000.000) 12/31 23:59:50 Job submitted from host: <128.105.65.28:35247>
        ...
        001 (7.000.000) 12/31 23:59:55 Job executing on host: <128.105.65.28:35247>
        ...
        005 (7.000.000) 01/01 00:00:05 Job terminated.
        	(1) Normal termination (return value 0)
        ...
        """);
    Files.setLastModifiedTime(log, FileTime.from(Instant.parse("2020-01-01T00:00:05Z")));
    WorkflowRun run = Flowgauge.read(log);
    Attempt attempt = attempts(run, "7.0").get(0);
    assertThat(attempt.submitted()).hasValue(nanos("2019-12-31T23:59:50Z"));
    assertThat(attempt.ended()).hasValue(nanos("2020-01-01T00:00:05Z"));
    assertThat(attempt.processor()).contains("128.105.65.28");
    assertThat(run.diagnostics())
        .extracting(Diagnostic::message)
        .anyMatch(m -> m.startsWith("times without a year"));
  }

  @Test
  void read_oldLogsOfOneRun_areOfOneNewYearsEve() throws IOException {
    String log =
        """
        000 (7.000.000) 12/31 23:59:50 Job submitted from host: <128.105.65.28:35247>
        ...
        009 (7.000.000) %s Job was aborted by the user.
        ...
        """;
    Path before = Files.writeString(folder.resolve("7.log"), log.formatted("12/31 23:59:59"));
    Path after =
        Files.writeString(
            folder.resolve("8.log"), log.formatted("01/01 00:00:05").replace("7.", "8."));
    Files.setLastModifiedTime(before, FileTime.from(Instant.parse("2019-12-31T23:59:59Z")));
    Files.setLastModifiedTime(after, FileTime.from(Instant.parse("2020-01-01T00:00:05Z")));
    assertThat(Flowgauge.read(folder).makespan()).contains(Duration.ofSeconds(15));
  }

  @Test
  void read_oldLogOfALeapDay_isOfALeapYear() throws IOException {
    Path log =
        Files.writeString(
            folder.resolve("job.log"),
            "000 (7.000.000) 02/29 10:00:00 Job submitted from host: <1.2.3.4:5>\n...\n");
    Files.setLastModifiedTime(log, FileTime.from(Instant.parse("2022-03-01T00:00:00Z")));
    assertThat(attempts(Flowgauge.read(log), "7.0").get(0).submitted())
        .hasValue(nanos("2020-02-29T10:00:00Z"));
  }

  /**
   * DAGMan itself writes the events of such nodes: all have cluster 0 and the largest number as
   * job.
   */
  @Test
  void read_nodesWithoutAJob_areNodesAsOthers() throws IOException {
    Files.writeString(
        folder.resolve("job.dag"), "JOB a a.sub NOOP\nJOB b a.sub NOOP\nPARENT a CHILD b\n");
    StringBuilder log = new StringBuilder();
    for (int k = 1; k <= 2; k++) {
      String job = " (000.2147483647.00" + k + ") 2024-08-02 15:00:00 ";
      log.append("000" + job + "Job submitted from host: <dummy-submit-for-noop-job>\n");
      log.append("    DAG Node: " + (k == 1 ? "a" : "b") + "\n...\n");
      log.append("005" + job + "Job terminated.\n");
      log.append("\t(1) Normal termination (return value 0)\n...\n");
    }
    WorkflowRun run = read(log.toString());
    assertThat(outcomes(run, "a")).containsExactly(EventType.COMPLETED);
    assertThat(outcomes(run, "b")).containsExactly(EventType.COMPLETED);
    assertThat(run.execution("b").orElseThrow().activity().attributes())
        .containsEntry("native_id", "0.2147483647.2");
    assertThat(run.diagnostics())
        .noneMatch(remark -> remark.severity() == Diagnostic.Severity.ERROR);
  }

  @Test
  void read_statementOverSeveralLines_isOne() throws IOException {
    Files.writeString(
        folder.resolve("job.dag"),
        """
        JOB a a.sub
        JOB b b.sub
        # This does not go on \\
        JOB c \\
            c.sub
        PARENT a \\
          # CHILD a
          b CHILD \\
          c
        RETRY c \\""");
    WorkflowRun run =
        read("000 (7.000.000) 2024-08-02 15:00:00 Job submitted\n    DAG Node: a\n...\n");
    assertThat(run.workflow().activityCount()).isEqualTo(3);
    assertThat(run.workflow().dependencies())
        .extracting(Object::toString)
        .containsExactlyInAnyOrder("a -> c", "b -> c");
  }

  @Test
  void read_timesWithZone_areInstants() throws IOException {
    WorkflowRun run =
        read(
            """
            000 (7.000.000) 2024-08-02T15:00:00.250Z Job submitted from host: <1.2.3.4:5>
            ...
            001 (7.000.000) 2024-08-02T17:00:01+02:00 Job executing on host: <1.2.3.4:5>
            ...
            """);
    assertThat(run.timeBase()).isEqualTo(TimeBase.UTC);
    Attempt attempt = attempts(run, "7.0").get(0);
    assertThat(attempt.submitted()).hasValue(THREE + SECOND / 4);
    assertThat(attempt.active()).hasValue(THREE + SECOND);
  }

  @Test
  void read_jobsWithLogsOfTheirOwn_areOneRun() throws IOException {
    for (int k = 1; k <= 3; k++) {
      Files.writeString(
          folder.resolve("job" + k + ".log"),
          "000 ("
              + k
              + ".000.000) 2024-08-02 15:00:00 Job submitted from host: <1.2.3.4:5>\n...\n");
    }
    assertThat(Flowgauge.read(folder).workflow().activityCount()).isEqualTo(3);
  }

  @Test
  void read_spliceOfItself_refused() throws IOException {
    Files.writeString(folder.resolve("a.dag"), "JOB x x.sub\nSPLICE b b.dag\n");
    Files.writeString(folder.resolve("b.dag"), "JOB y y.sub\nSPLICE c b.dag\n");
    assertThatThrownBy(
            () -> read("000 (7.000.000) 2024-08-02 15:00:00 Job submitted from host: <1:2>\n...\n"))
        .isInstanceOf(TraceFormatException.class)
        .hasMessageContaining("b.dag: found a DAG that contains itself");
  }

  @Test
  void read_everyNodeBeforeEveryOther_refusedBeforeItFillsTheMemory() throws IOException {
    StringBuilder dag = new StringBuilder();
    StringBuilder names = new StringBuilder();
    for (int k = 0; k < 3_000; k++) {
      dag.append("JOB n" + k + " n.sub\n");
      names.append(" n" + k);
    }
    Files.writeString(folder.resolve("a.dag"), dag + "PARENT" + names + " CHILD" + names + "\n");
    assertThatThrownBy(
            () -> read("000 (7.000.000) 2024-08-02 15:00:00 Job submitted from host: <1:2>\n...\n"))
        .isInstanceOf(TraceFormatException.class)
        .hasMessageContaining("a.dag line 3001: found too many dependencies");
  }

  @Test
  void read_hostileFiles_runOrOneClearLine() throws IOException {
    HostileInput.survive(HostileInput.sample(UserLogReaderTest.class, "diamond"), folder, 24);
  }
}
