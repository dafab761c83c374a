package io.flowgauge.traces.nextflow;

import static io.flowgauge.run.EventType.ACTIVE;
import static io.flowgauge.run.EventType.COMPLETED;
import static io.flowgauge.run.EventType.FAILED;
import static io.flowgauge.run.EventType.SUBMITTED;
import static io.flowgauge.traces.RunMessages.messages;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.flowgauge.Flowgauge;
import io.flowgauge.run.TimeBase;
import io.flowgauge.run.WorkflowRun;
import io.flowgauge.trace.RunReader.Match;
import io.flowgauge.trace.TraceFile;
import io.flowgauge.trace.TraceFormatException;
import io.flowgauge.traces.files.HostileInput;
import io.flowgauge.traces.files.RecordedRun;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class NextflowTraceReaderTest {
  private static final String RAW = "task_id name status attempt submit start complete realtime";
  private static final long MILLI = 1_000_000;

  @TempDir Path folder;
  private TraceText text;

  @BeforeEach
  void setUp() {
    text = new TraceText(folder);
  }

  private RecordedRun read(String... rows) throws IOException {
    return TraceText.read(text.table("trace.txt", rows));
  }

  @Test
  void read_rawTrace_recordsEventsTimeAndType() throws IOException {
    RecordedRun run = read(RAW, "7 A~(x) COMPLETED 1 1000 2000 4000 1500");
    assertThat(run.activities.get("A (x)").type()).isEqualTo("A");
    assertThat(run.time("A (x)", SUBMITTED, 1)).isEqualTo(1000 * MILLI);
    assertThat(run.time("A (x)", ACTIVE, 1)).isEqualTo(2000 * MILLI);
    assertThat(run.time("A (x)", COMPLETED, 1)).isEqualTo(4000 * MILLI);
    assertThat(run.wallclocks).containsEntry("A (x)", 1500 * MILLI);
    assertThat(run.base).isEqualTo(TimeBase.UTC);
  }

  @Test
  void read_quotedCsvInOtherOrder_isTheSame() throws IOException {
    RecordedRun run =
        TraceText.read(
            text.file(
                "t.csv",
                """
                "complete","name",submit,"status",start,realtime,hostname
                4000,"A (x, ""y"")",1000,COMPLETED,2000,1500,n1
                """
                    .replace("\n", "\r\n")));
    assertThat(run.time("A (x, \"y\")", COMPLETED, 1)).isEqualTo(4000 * MILLI);
    assertThat(run.processors).containsEntry("A (x, \"y\")#1", "n1");
  }

  @Test
  void read_tabSeparatedWithLoneQuote_keepsTheNextRow() throws IOException {
    RecordedRun run = read(RAW, "1 \"a COMPLETED 1 1 2 3 1", "2 b COMPLETED 1 1 2 3 1");
    assertThat(run.activities).containsOnlyKeys("\"a", "b");
  }

  @Test
  void read_humanUnits_derivesTheEndAndSaysTheZoneIsUnknown() throws IOException {
    RecordedRun run =
        read(
            "task_id name status submit duration realtime peak_rss %cpu",
            "1 a COMPLETED 2021-03-29~19:50:21.822 4m~19s 632ms 1.5~GB 24.1%");
    assertThat(run.time("a", COMPLETED, 1) - run.time("a", SUBMITTED, 1))
        .isEqualTo(259_000 * MILLI);
    assertThat(run.wallclocks).containsEntry("a", 632 * MILLI);
    assertThat(run.events).noneMatch(event -> event.type() == ACTIVE);
    assertThat(run.base).isEqualTo(TimeBase.UNKNOWN_ZONE);
    assertThat(run.activities.get("a").attributes())
        .containsEntry("peak_rss", "1610612736")
        .containsEntry("%cpu", "24.1");
    assertThat(run.messages()).anyMatch(m -> m.contains("1 time has no zone"));
  }

  @Test
  void read_retry_isAnAttemptOfTheSameActivity() throws IOException {
    RecordedRun run =
        read(
            RAW + " exit",
            "5 a COMPLETED 2 5000 6000 7000 900 0",
            "1 a FAILED 1 1000 2000 3000 800 75");
    assertThat(run.activities).containsOnlyKeys("a");
    assertThat(run.time("a", FAILED, 1)).isEqualTo(3000 * MILLI);
    assertThat(run.time("a", COMPLETED, 2)).isEqualTo(7000 * MILLI);
    assertThat(run.wallclocks).containsEntry("a", 900 * MILLI);
    assertThat(run.activities.get("a").attributes()).containsEntry("exit", "0");
    assertThat(run.messages()).anyMatch(m -> m.contains("1 attempt failed"));
  }

  @Test
  void read_sameNameAndAttempt_areTasksWithIdsOfTheirOwn() throws IOException {
    RecordedRun run =
        read(
            RAW,
            "1 a COMPLETED 1 1000 2000 3000 1",
            "2 a FAILED 1 1000 2000 3000 1",
            "3 a COMPLETED 2 4000 5000 6000 1",
            "4 a~[1] COMPLETED 1 1000 2000 3000 1");
    assertThat(run.activities).containsOnlyKeys("a [1] #1", "a [2]", "a [1]");
    assertThat(run.time("a [2]", COMPLETED, 2)).isEqualTo(6000 * MILLI);
    assertThat(run.messages()).anyMatch(m -> m.contains("1 task name is shared"));
  }

  @Test
  void read_retryOfTwoFailedNamesakes_staysApart() throws IOException {
    RecordedRun run =
        read(
            RAW,
            "1 a FAILED 1 1000 2000 3000 1",
            "2 a FAILED 1 1000 2000 3000 1",
            "3 a COMPLETED 2 4000 5000 6000 1");
    assertThat(run.activities).containsOnlyKeys("a [1]", "a [2]", "a [3]");
    assertThat(run.messages()).anyMatch(m -> m.contains("may be the retry of several"));
  }

  @Test
  void read_withoutAttemptColumn_joinsWhatFollowsAFailure() throws IOException {
    RecordedRun run =
        read(
            "task_id name status submit complete",
            "1 a FAILED 1000 2000",
            "2 a COMPLETED 3000 4000",
            "3 b COMPLETED 1000 2000",
            "4 b COMPLETED 3000 4000");
    assertThat(run.activities).containsOnlyKeys("a", "b [3]", "b [4]");
    assertThat(run.time("a", COMPLETED, 2)).isEqualTo(4000 * MILLI);
  }

  @Test
  void read_ignoredFailure_isNotContinued() throws IOException {
    RecordedRun run =
        read(
            "task_id name status submit complete error_action",
            "1 a FAILED 1000 2000 IGNORE",
            "2 a COMPLETED 3000 4000 -");
    assertThat(run.activities).containsOnlyKeys("a [1]", "a [2]");
  }

  @Test
  void read_withoutName_usesProcessAndTagOrTaskId() throws IOException {
    RecordedRun run =
        read(
            "task_id process tag submit complete exit",
            "1 P x 1 2 0",
            "2 P - 1 2 1",
            "3 - - 1 2 0");
    assertThat(run.activities).containsOnlyKeys("P (x)", "P", "3");
    assertThat(run.time("P", FAILED, 1)).isEqualTo(2 * MILLI);
    assertThat(run.messages()).anyMatch(m -> m.contains("3 rows: each has no status"));
  }

  @Test
  void read_cachedTask_hasNoEvents() throws IOException {
    RecordedRun run = read(RAW, "1 a CACHED 1 1000 2000 3000 1");
    assertThat(run.activities).containsOnlyKeys("a");
    assertThat(run.events).isEmpty();
    assertThat(run.wallclocks).isEmpty();
    assertThat(run.messages()).anyMatch(m -> m.contains("1 task was taken from an earlier run"));
  }

  @Test
  void read_abortedWithoutEnd_staysOpen() throws IOException {
    RecordedRun run = read(RAW, "1 a ABORTED 1 1000 - - -");
    assertThat(run.events).hasSize(1);
    assertThat(run.messages())
        .anyMatch(m -> m.contains("1 attempt was aborted"))
        .anyMatch(m -> m.contains("how its task ended but not when"));
  }

  @Test
  void read_unknownStatus_isReportedAndHasNoEnd() throws IOException {
    RecordedRun run = read(RAW, "1 a EXPLODED 1 1000 2000 3000 1", "2 b RUNNING 1 1000 2000 - -");
    assertThat(run.events).noneMatch(event -> event.type().endsAttempt());
    assertThat(run.messages())
        .anyMatch(m -> m.contains("has an unknown status") && m.contains("EXPLODED"))
        .anyMatch(m -> m.contains("had not ended"));
  }

  @Test
  void read_impossibleTimes_areKeptAndReported() throws IOException {
    RecordedRun run =
        read(
            RAW,
            "1 a COMPLETED 1 1000 900 3000 1",
            "2 b COMPLETED 1 1000 3000 2000 0",
            "3 c COMPLETED 1 1000 2000 3000 1001");
    assertThat(run.time("a", ACTIVE, 1)).isEqualTo(900 * MILLI);
    assertThat(run.messages())
        .anyMatch(m -> m.contains("1 row starts before it is submitted") && m.contains("by 0.1 s"))
        .anyMatch(m -> m.contains("1 row completes before it starts"))
        .anyMatch(m -> m.contains("1 row ran longer on its node"))
        .anyMatch(m -> m.contains("1 completed row has a realtime of 0"));
    assertThat(run.wallclocks).containsEntry("b", 0L);
  }

  @Test
  void read_realtimeZeroAndNothingMeasured_isNotMeasured() throws IOException {
    RecordedRun run =
        read(RAW + " %cpu rchar", "1 a COMPLETED 1 1 2 3 0 - -", "2 b COMPLETED 1 1 2 3 0 0.0 5");
    assertThat(run.wallclocks).containsOnlyKeys("b");
    assertThat(run.messages()).anyMatch(m -> m.contains("its realtime counts as not measured"));
  }

  @Test
  void read_repeatedRows_areDroppedAndCounted() throws IOException {
    RecordedRun run =
        read(
            RAW,
            "1 a COMPLETED 1 1 2 3 1",
            "1 a COMPLETED 1 1 2 3 1",
            RAW,
            "1 b COMPLETED 1 1 2 3 1");
    assertThat(run.activities).containsOnlyKeys("a", "b");
    assertThat(run.events).hasSize(6);
    assertThat(run.messages())
        .anyMatch(m -> m.contains("1 row repeats an earlier row exactly"))
        .anyMatch(m -> m.contains("1 row repeats the header"))
        .anyMatch(m -> m.contains("1 row has the task id of an earlier row"));
  }

  @Test
  void read_unusableRowsAndValues_areReportedWithTheirLine() throws IOException {
    RecordedRun run =
        read(
            RAW,
            "1 a COMPLETED 1 1 2",
            "2 b COMPLETED 1 1 2 3 1 9 9",
            "- - COMPLETED 1 1 2 3 1",
            "4 d COMPLETED 0 1 2 soon NaN");
    assertThat(run.activities).containsOnlyKeys("d");
    assertThat(run.messages())
        .anyMatch(m -> m.startsWith("error") && m.contains("2 rows") && m.contains("line 2"))
        .anyMatch(m -> m.contains("nothing in it names a task") && m.contains("line 4"))
        .anyMatch(m -> m.contains("'soon'"))
        .anyMatch(m -> m.contains("'NaN'"))
        .anyMatch(m -> m.contains("attempt number is not a number"));
  }

  @Test
  void read_zonedAndUnzonedTimes_areReported() throws IOException {
    RecordedRun run =
        read(
            "task_id name status submit complete",
            "1 a COMPLETED 2021-03-29~19:50:21 2021-03-29T19:50:22Z");
    assertThat(run.base).isEqualTo(TimeBase.UNKNOWN_ZONE);
    assertThat(run.messages()).anyMatch(m -> m.contains("with and times without a zone"));
  }

  @Test
  void read_headerOnly_isAnEmptyRunWithAWarning() throws IOException {
    RecordedRun run = read(RAW);
    assertThat(run.activities).isEmpty();
    assertThat(run.messages()).anyMatch(m -> m.contains("the trace has no task"));
  }

  @Test
  void read_columnsNotUsed_areNamed() throws IOException {
    RecordedRun run = read(RAW + " shoe_size", "1 a COMPLETED 1 1 2 3 1 44");
    assertThat(run.messages()).anyMatch(m -> m.contains("1 columns are not read: shoe_size"));
  }

  @Test
  void read_missingColumns_saysWhatWasFoundAndExpected() {
    assertThatThrownBy(() -> read("task_id name status", "1 a COMPLETED"))
        .isInstanceOf(TraceFormatException.class)
        .hasMessageContaining("found the columns task_id, name, status, expected")
        .hasMessageContaining("submit, start, complete, duration, realtime");
    assertThatThrownBy(() -> read("status submit", "COMPLETED 1"))
        .hasMessageContaining("task_id, name, hash");
  }

  @Test
  void read_hugeCell_isRefusedWithItsLine() {
    TraceFile file =
        text.file("t.csv", "task_id,name,submit\n1," + "x".repeat(50_000_000) + ",1\n");
    assertThatThrownBy(() -> TraceText.read(file))
        .isInstanceOf(TraceFormatException.class)
        .hasMessageContaining("line 2")
        .hasMessageNotContaining("\n");
  }

  @Test
  void read_hugeNumberOfCells_isRefused() {
    TraceFile file = text.file("t.csv", "task_id,name,submit\n" + ",".repeat(20_000_000) + "\n");
    assertThatThrownBy(() -> TraceText.read(file)).isInstanceOf(TraceFormatException.class);
  }

  @Test
  void read_unclosedQuote_isRefused() {
    TraceFile file = text.file("t.csv", "task_id,name,submit\n1,\"a,1\n2,b,2\n");
    assertThatThrownBy(() -> TraceText.read(file))
        .isInstanceOf(TraceFormatException.class)
        .hasMessageContaining("closed quotes");
  }

  @Test
  void read_manyFailuresOfOneName_takesNoQuadraticTime() throws IOException {
    StringBuilder rows = new StringBuilder("task_id\tname\tstatus\tsubmit\tcomplete\n");
    for (int i = 1; i <= 100_000; i++) {
      rows.append(i).append("\ta\tFAILED\t").append(i).append("\t9000000000\n");
    }
    RecordedRun run = TraceText.read(text.file("trace.txt", rows.toString()));
    assertThat(run.activities).hasSize(100_000);
  }

  @Test
  void match_byContent_knowsTraceAndCompanions() {
    NextflowTraceReader reader = new NextflowTraceReader();
    assertThat(reader.match(text.table("a", RAW, "1 a COMPLETED 1 1 2 3 1"))).isEqualTo(Match.RUN);
    assertThat(reader.match(text.file("b", "name,status,submit,complete,realtime\n")))
        .isEqualTo(Match.RUN);
    assertThat(reader.match(text.table("c", "from_task to_task", "1 2")))
        .isEqualTo(Match.COMPANION);
    assertThat(reader.match(text.file("d", "digraph \"dag\" {\nv0 [shape=point];\n")))
        .isEqualTo(Match.COMPANION);
    assertThat(reader.match(text.file("e", "flowchart TB\n v0 --> v1\n")))
        .isEqualTo(Match.COMPANION);
    assertThat(reader.match(text.file("f", "<!DOCTYPE html><pre class=\"mermaid\">")))
        .isEqualTo(Match.COMPANION);
  }

  @Test
  void match_otherContent_isNo() {
    NextflowTraceReader reader = new NextflowTraceReader();
    for (String other :
        new String[] {
          "",
          "\n\n",
          "name",
          "digraph snakemake_dag {\n 0[label=\"all\"];\n",
          "digraph {\nN26 [label=\"cat\"];\n",
          "job\tname\trestart\tnode\tphase\tbegin\tend\trc\tbytes\n",
          "time\tjob\tname\tstate\tnode\treason\n",
          "from\tto\n",
          "task_id,name,submit".repeat(1000),
          "<!doctype html><title>report</title>",
          "task_id\tname\tsta\uFFFDtus\tsubmit\n",
          "task_id\tname\tstatus\0\tsubmit\n",
          "{\"task_id\": 1, \"name\": 2, \"submit\": 3}"
        }) {
      assertThat(reader.match(text.file("trace.txt", other))).as(other).isEqualTo(Match.NO);
    }
  }

  @Test
  void read_eventsOfSeveralRuns_areThoseOfTheLast() throws IOException {
    String first =
        Files.readString(HostileInput.sample(NextflowTraceReaderTest.class, "killed/events.jsonl"));
    String second = first.replace(":17951704", ":17952704");
    Path file = folder.resolve("events.jsonl");
    WorkflowRun alone = Flowgauge.read(Files.writeString(file, second));
    WorkflowRun last = Flowgauge.read(Files.writeString(file, first + second));
    assertThat(last.startNanos()).isEqualTo(alone.startNanos()).isPresent();
    assertThat(last.makespan()).isEqualTo(alone.makespan()).isPresent();
    assertThat(last.workflow().activities()).isEqualTo(alone.workflow().activities()).hasSize(3);
    assertThat(messages(last)).contains("2 runs one after another; the last one is read");
    assertThat(messages(alone)).noneMatch(message -> message.contains("one after another"));
  }
}
