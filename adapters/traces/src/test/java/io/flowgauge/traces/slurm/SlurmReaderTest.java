package io.flowgauge.traces.slurm;

import static io.flowgauge.traces.RunMessages.messages;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.flowgauge.Flowgauge;
import io.flowgauge.run.ActivityExecution;
import io.flowgauge.run.Attempt;
import io.flowgauge.run.EventType;
import io.flowgauge.run.TimeBase;
import io.flowgauge.run.WorkflowRun;
import io.flowgauge.trace.Diagnostic;
import io.flowgauge.trace.Times;
import io.flowgauge.trace.TraceFormatException;
import io.flowgauge.workflow.Dependency;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SlurmReaderTest {
  private static final String HEADER =
      "JobID|JobName|Partition|State|ExitCode|Submit|Eligible|Start|End|NodeList|AllocCPUS\n";

  @TempDir Path folder;

  private void file(String name, String text) throws IOException {
    Files.writeString(folder.resolve(name), text);
  }

  private WorkflowRun read(String... rows) throws IOException {
    file("sacct.txt", HEADER + String.join("\n", rows) + "\n");
    return Flowgauge.read(folder);
  }

  private static String row(String id, String name, String state, int submit, int start, int end) {
    return id
        + "|"
        + name
        + "|p|"
        + state
        + "|0:0|"
        + time(submit)
        + "|"
        + time(submit)
        + "|"
        + time(start)
        + "|"
        + time(end)
        + "|n1|1";
  }

  private static String time(int second) {
    return second < 0
        ? "Unknown"
        : String.format("2026-01-01T00:%02d:%02d", second / 60, second % 60);
  }

  private static OptionalLong nanos(int second) {
    return OptionalLong.of(Times.epochNanos(Instant.parse(time(second) + "Z")));
  }

  private static Attempt attempt(WorkflowRun run, String id, int index) {
    return run.execution(id).orElseThrow().attempts().get(index);
  }

  @Test
  void read_completedJob_hasSlurmsTimes() throws IOException {
    WorkflowRun run = read(row("7", "align_1", "COMPLETED", 0, 5, 65));
    Attempt attempt = attempt(run, "align_1", 0);
    assertThat(attempt.submitted()).isEqualTo(nanos(0));
    assertThat(attempt.pending()).isEqualTo(nanos(0));
    assertThat(attempt.active()).isEqualTo(nanos(5));
    assertThat(attempt.ended()).isEqualTo(nanos(65));
    assertThat(attempt.processor()).contains("n1");
    assertThat(run.execution("align_1").orElseThrow().activity().type()).isEqualTo("align");
    assertThat(run.execution("align_1").orElseThrow().activity().attributes())
        .containsEntry("native_id", "7")
        .containsEntry("queue", "p")
        .containsEntry("exit", "0:0")
        .containsEntry("status", "COMPLETED");
    assertThat(run.timeBase()).isEqualTo(TimeBase.UNKNOWN_ZONE);
    assertThat(messages(run))
        .contains("Slurm's times have no zone; they are shown as if it were UTC");
  }

  @Test
  void read_tasksOfAnArray_haveTheirOwnMilliseconds() throws IOException {
    file(
        "sacct.txt",
        "JobID|JobIDRaw|JobName|Partition|State|ExitCode|Submit|Eligible|Start|End|NodeList|AllocCPUS\n"
            + row("123_4|127", "a", "COMPLETED", 0, 5, 9)
            + "\n"
            + row("123_5|123", "b", "COMPLETED", 0, 5, 9)
            + "\n");
    file(
        "slurmctld.log",
        """
        [2026-01-01T00:00:05.111] sched: Allocate JobId=123_4(127) NodeList=n1 #CPUs=1
        [2026-01-01T00:00:05.222] sched: Allocate JobId=123_5(123) NodeList=n1 #CPUs=1
        [2026-01-01T00:00:09.333] _job_complete: JobId=123_4(127) done
        [2026-01-01T00:00:09.444] _job_complete: JobId=123_5(123) done
        """);
    WorkflowRun run = Flowgauge.read(folder);
    long millis = 1_000_000;
    assertThat(attempt(run, "a", 0).active().orElseThrow() - nanos(5).orElseThrow())
        .isEqualTo(111 * millis);
    assertThat(attempt(run, "b", 0).active().orElseThrow() - nanos(5).orElseThrow())
        .isEqualTo(222 * millis);
    assertThat(attempt(run, "a", 0).ended().orElseThrow() - nanos(9).orElseThrow())
        .isEqualTo(333 * millis);
    assertThat(attempt(run, "b", 0).ended().orElseThrow() - nanos(9).orElseThrow())
        .isEqualTo(444 * millis);
  }

  @Test
  void read_statesOfJobs_endTheirAttempts() throws IOException {
    WorkflowRun run =
        read(
            row("1", "a", "FAILED", 0, 1, 2),
            row("2", "b", "CANCELLED by 1000", 0, 1, 2),
            row("3", "c", "TIMEOUT", 0, 1, 2),
            row("4", "d", "RUNNING", 0, 1, -1),
            row("5", "e", "PENDING", 0, -1, -1),
            row("6", "f", "WHATEVER", 0, 1, 2));
    assertThat(attempt(run, "a", 0).outcome()).contains(EventType.FAILED);
    assertThat(attempt(run, "b", 0).outcome()).contains(EventType.ABORTED);
    assertThat(attempt(run, "c", 0).outcome()).contains(EventType.FAILED);
    assertThat(attempt(run, "d", 0).active()).isEqualTo(nanos(1));
    assertThat(attempt(run, "d", 0).outcome()).isEmpty();
    assertThat(attempt(run, "e", 0).active()).isEmpty();
    assertThat(attempt(run, "f", 0).outcome()).isEmpty();
    assertThat(messages(run)).anyMatch(m -> m.startsWith("unknown states"));
  }

  @Test
  void read_commandsWithPipesAndLines_loseNoJob() throws IOException {
    file(
        "sacct.txt",
        HEADER.strip()
            + "|SubmitLine\n"
            + row("7", "a", "COMPLETED", 0, 5, 65)
            + "|sbatch --wrap zcat x | sort | uniq\n7.batch|batch||COMPLETED|0:0|||||n1|1|\n"
            + row("8", "b", "COMPLETED", 0, 66, 70)
            + "|sbatch -d afterok:7 --wrap one | two\nthree || four\nfive\n"
            + row("9", "c", "COMPLETED", 0, 66, 70)
            + "|sbatch c\n");
    WorkflowRun run = Flowgauge.read(folder);
    assertThat(run.workflow().activities())
        .extracting(activity -> activity.id())
        .containsExactly("a", "b", "c");
    assertThat(run.workflow().dependencies()).containsExactly(new Dependency("a", "b"));
    assertThat(messages(run)).contains("further lines of commands, left out");
    assertThat(run.diagnostics()).noneMatch(each -> each.severity() == Diagnostic.Severity.ERROR);
  }

  @Test
  void read_stepsOfJob_areNoActivities() throws IOException {
    file(
        "sacct.txt",
        """
        JobID|JobName|State|Submit|Start|End|MaxRSS|NodeList
        9|a|COMPLETED|2026-01-01T00:00:00|2026-01-01T00:00:01|2026-01-01T00:00:09||n1
        9.batch|batch|COMPLETED|2026-01-01T00:00:01|2026-01-01T00:00:01|2026-01-01T00:00:09|63284K|n1
        9.extern|extern|COMPLETED|2026-01-01T00:00:01|2026-01-01T00:00:01|2026-01-01T00:00:09|4K|n1
        9.0|hostname|COMPLETED|2026-01-01T00:00:02|2026-01-01T00:00:02|2026-01-01T00:00:03|8K|n1
        """);
    WorkflowRun run = Flowgauge.read(folder);
    assertThat(run.workflow().activityCount()).isEqualTo(1);
    assertThat(run.execution("a").orElseThrow().attempts()).hasSize(1);
    assertThat(run.execution("a").orElseThrow().activity().attributes())
        .containsEntry("MaxRSS", "63284K");
  }

  @Test
  void read_requeuedJob_isOneActivityWithTheHoldApart() throws IOException {
    WorkflowRun run =
        read(
            row("7", "a", "NODE_FAIL", 0, 5, 30),
            "7|a|p|COMPLETED|0:0|"
                + time(30)
                + "|"
                + time(150)
                + "|"
                + time(152)
                + "|"
                + time(160)
                + "|n2|1");
    assertThat(run.execution("a").orElseThrow().attempts()).hasSize(2);
    assertThat(attempt(run, "a", 0).outcome()).contains(EventType.FAILED);
    assertThat(attempt(run, "a", 1).submitted()).isEqualTo(nanos(30));
    assertThat(attempt(run, "a", 1).pending()).isEqualTo(nanos(150));
    assertThat(attempt(run, "a", 1).active()).isEqualTo(nanos(152));
    assertThat(messages(run))
        .contains(
            "put into the queue again after NODE_FAIL on n1: a; lost 25.0 s, then held by Slurm"
                + " 120.0 s before they were eligible");
  }

  @Test
  void read_failedJobSubmittedAgain_isOneActivityWithItsEdges() throws IOException {
    file("edges.tsv", "from\tto\na\tb\nb\tc\n");
    WorkflowRun run =
        read(
            row("1", "a", "COMPLETED", 0, 1, 2),
            row("2", "b", "NODE_FAIL", 2, 3, 10),
            row("4", "c", "COMPLETED", 40, 41, 42),
            row("3", "b", "COMPLETED", 12, 15, 40));
    assertThat(run.workflow().dependencies())
        .containsExactlyInAnyOrder(new Dependency("a", "b"), new Dependency("b", "c"));
    assertThat(run.execution("b").orElseThrow().attempts()).hasSize(2);
    assertThat(attempt(run, "b", 0).outcome()).contains(EventType.FAILED);
    assertThat(attempt(run, "b", 1).submitted()).isEqualTo(nanos(12));
    assertThat(attempt(run, "b", 1).outcome()).contains(EventType.COMPLETED);
    assertThat(run.diagnostics())
        .anyMatch(
            d ->
                d.where().contains("b [2, 3]")
                    && d.message().contains("are attempts of one activity"))
        .noneMatch(d -> d.message().startsWith("edges left out"))
        .noneMatch(d -> d.message().startsWith("put into the queue again"));
  }

  @Test
  void read_oneNameForSeveralPiecesOfWork_areSeveralActivities() throws IOException {
    assertThat(
            read(
                    row("1", "whole", "COMPLETED", 0, 1, 2),
                    row("2", "whole", "FAILED", 2, 3, 10),
                    row("3", "whole", "COMPLETED", 12, 15, 40),
                    row("4", "beside", "FAILED", 0, 1, 20),
                    row("5", "beside", "COMPLETED", 10, 15, 40),
                    row("6", "wrap", "FAILED", 0, 1, 20),
                    row("7", "wrap", "COMPLETED", 30, 35, 40))
                .workflow()
                .activityCount())
        .isEqualTo(7);
  }

  @Test
  void read_idUsedAgain_isAnotherActivity() throws IOException {
    WorkflowRun run =
        read(row("7", "a", "COMPLETED", 0, 5, 30), row("7", "b", "COMPLETED", 300, 305, 330));
    assertThat(run.workflow().activityCount()).isEqualTo(2);
  }

  @Test
  void read_namesOfSeveralJobs_haveTheirIdsBehind() throws IOException {
    WorkflowRun run =
        read(
            row("12_1", "sweep", "COMPLETED", 0, 1, 2),
            row("12_2", "sweep", "COMPLETED", 0, 1, 2),
            row("12_[3-9%2]", "sweep", "PENDING", 0, -1, -1));
    assertThat(run.workflow().activities())
        .extracting(activity -> activity.id() + " " + activity.type())
        .containsExactly("sweep [12_1] sweep", "sweep [12_2] sweep");
    assertThat(messages(run)).anyMatch(m -> m.startsWith("records of array tasks that had not"));
  }

  @Test
  void read_resizedJob_isOneAttempt() throws IOException {
    WorkflowRun run =
        read(row("7", "a", "RESIZING", 0, 5, 30), row("7", "a", "COMPLETED", 30, 30, 60));
    assertThat(run.execution("a").orElseThrow().attempts()).hasSize(1);
    assertThat(attempt(run, "a", 0).active()).isEqualTo(nanos(5));
    assertThat(attempt(run, "a", 0).ended()).isEqualTo(nanos(60));
  }

  @Test
  void read_suspendedJob_wallclockIsWithoutSuspension() throws IOException {
    file(
        "sacct.txt",
        """
        JobID|JobName|State|Start|End|Suspended
        1|a|COMPLETED|2026-01-01T00:00:00|2026-01-01T00:01:40|00:00:30
        """);
    WorkflowRun run = Flowgauge.read(folder);
    assertThat(run.execution("a").flatMap(ActivityExecution::wallclock))
        .contains(Duration.ofSeconds(70));
    assertThat(messages(run)).anyMatch(m -> m.startsWith("jobs suspended at an unknown time"));
  }

  @ParameterizedTest
  @CsvSource({"Elapsed, 00:01:10, 70", "ElapsedRaw, 70, 70", "Elapsed, 00:01:40, 100"})
  void read_jobThatRanLessThanFromStartToEnd_wallclockIsWhatItRan(
      String column, String elapsed, long seconds) throws IOException {
    file(
        "sacct.txt",
        """
        JobID|JobName|State|Start|End|%s
        1|a|COMPLETED|2026-01-01T00:00:00|2026-01-01T00:01:40|%s
        """
            .formatted(column, elapsed));
    WorkflowRun run = Flowgauge.read(folder);
    ActivityExecution a = run.execution("a").orElseThrow();
    boolean isSuspended = seconds < 100;
    assertThat(a.wallclock())
        .isEqualTo(isSuspended ? Optional.of(Duration.ofSeconds(seconds)) : Optional.empty());
    assertThat(a.activity().attributes()).containsEntry(column, elapsed);
    assertThat(messages(run).stream().filter(m -> m.startsWith("jobs that ran for less")))
        .hasSize(isSuspended ? 1 : 0);
  }

  @Test
  void read_submitLines_giveDependencies() throws IOException {
    file(
        "sacct.txt",
        """
        JobID|JobName|State|Submit|Eligible|Start|End|SubmitLine
        1|a|COMPLETED|2026-01-01T00:00:00|2026-01-01T00:00:00|2026-01-01T00:00:01|2026-01-01T00:00:10|sbatch a.sh
        2|b|COMPLETED|2026-01-01T00:00:00|2026-01-01T00:00:10|2026-01-01T00:00:12|2026-01-01T00:00:20|sbatch --dependency=afterok:1 b.sh
        3|c|COMPLETED|2026-01-01T00:00:00|2026-01-01T00:00:20|2026-01-01T00:00:21|2026-01-01T00:00:30|sbatch -d afterany:1:2,after:1 c.sh
        4|d|PENDING|2026-01-01T00:00:00|Unknown|Unknown|Unknown|sbatch -d afterok:99 d.sh
        """);
    WorkflowRun run = Flowgauge.read(folder);
    assertThat(run.workflow().dependencies())
        .containsExactlyInAnyOrder(
            new Dependency("a", "b"), new Dependency("a", "c"), new Dependency("b", "c"));
    // A job submitted in advance counts as submitted when the job it waits for has ended.
    assertThat(attempt(run, "b", 0).submitted()).isEqualTo(nanos(10));
    assertThat(run.execution("b").orElseThrow().activity().attributes())
        .containsEntry("submit", "2026-01-01T00:00:00Z");
    assertThat(messages(run))
        .anyMatch(m -> m.startsWith("dependencies: 3 from --dependency"))
        .anyMatch(m -> m.startsWith("dependencies on the start of another job"))
        .anyMatch(
            m ->
                m.startsWith(
                    "dependencies left out, because they name a job that is not in the records"));
  }

  @Test
  void read_edgesBeside_areTheDependencies() throws IOException {
    file("edges.tsv", "from\tto\na\tb\n1\t3\nnone\tb\n");
    WorkflowRun run =
        read(
            row("1", "a", "COMPLETED", 0, 1, 2),
            row("2", "b", "COMPLETED", 2, 3, 4),
            row("3", "c", "COMPLETED", 2, 3, 4));
    assertThat(run.workflow().dependencies())
        .containsExactlyInAnyOrder(new Dependency("a", "b"), new Dependency("a", "c"));
    assertThat(messages(run))
        .contains("dependencies: 2 from edges.tsv")
        .contains(
            "edges left out, because they name several jobs, or a job that is not in the records");
  }

  @Test
  void read_submissionsInUtc_giveTheZone() throws IOException {
    long epoch = Instant.parse("2025-12-31T22:00:00Z").getEpochSecond();
    file(
        "submissions.tsv",
        "job\tbefore\tafter\titeration\n1\t" + epoch + ".2\t" + epoch + ".7\t3\n");
    file("workflow.tsv", "start\t" + epoch + ".1\nend\t" + (epoch + 9) + ".1\n");
    WorkflowRun run = read(row("1", "a", "COMPLETED", 0, 1, 2));
    assertThat(run.timeBase()).isEqualTo(TimeBase.UTC);
    assertThat(run.startNanos()).hasValue(epoch * Times.NANOS_PER_SECOND + 100_000_000L);
    assertThat(attempt(run, "a", 0).active()).hasValue((epoch + 1) * Times.NANOS_PER_SECOND);
    assertThat(run.execution("a").orElseThrow().activity().iteration())
        .isEqualTo(OptionalInt.of(3));
    assertThat(messages(run))
        .anyMatch(m -> m.startsWith("local times without a zone, +02:00 ahead"))
        .anyMatch(m -> m.endsWith("reports 9.0 s from start to end"));
  }

  @Test
  void read_multiLineDump_isRead() throws IOException {
    file(
        "jobs.txt",
        "JobId=5 JobName=a\n   UserId=u(1) Priority=1\n   JobState=RUNNING Reason=None"
            + " Dependency=(null)\n   SubmitTime=2026-01-01T00:00:00 EligibleTime=2026-01-01T00:00:00\n"
            + "   StartTime=2026-01-01T00:00:05 EndTime=2026-01-02T00:00:05\n   NodeList=n1\n"
            + "   Command=/x/a b c=d\n\nJobId=6 JobName=b JobState=PENDING"
            + " SubmitTime=2026-01-01T00:00:00 StartTime=2026-01-03T00:00:00 EndTime=Unknown\n");
    WorkflowRun run = Flowgauge.read(folder);
    assertThat(attempt(run, "a", 0).active()).isEqualTo(nanos(5));
    // The end of a running job and the start of a waiting one are Slurm's forecasts, not events.
    assertThat(attempt(run, "a", 0).ended()).isEmpty();
    assertThat(attempt(run, "b", 0).active()).isEmpty();
  }

  @Test
  void read_twoAccountings_areTwoRuns() throws IOException {
    file("other.txt", HEADER + row("1", "a", "COMPLETED", 0, 1, 2) + "\n");
    assertThatThrownBy(() -> read(row("1", "a", "COMPLETED", 0, 1, 2)))
        .isInstanceOf(TraceFormatException.class)
        .hasMessageContaining("2 runs: other.txt (slurm), sacct.txt (slurm)");
  }

  @Test
  void read_headerAlone_oneLine() {
    assertThatThrownBy(this::read)
        .isInstanceOf(TraceFormatException.class)
        .hasMessageContaining("found no job, expected records of Slurm jobs");
  }

  @Test
  void read_lastRowsWithoutLineEnd_areReadWithAWarning() throws IOException {
    String said = "rows without a line end: the file may be cut off in its last cell, or after it";
    String rows = HEADER + row("1", "a", "COMPLETED", 0, 1, 2);
    file("sacct.txt", rows + "\n");
    assertThat(messages(Flowgauge.read(folder))).doesNotContain(said);

    file("sacct.txt", rows);
    file("edges.tsv", "from\tto\n1\t1");
    WorkflowRun open = Flowgauge.read(folder);
    assertThat(open.workflow().activityCount()).isEqualTo(1);
    assertThat(open.diagnostics())
        .filteredOn(each -> each.message().equals(said))
        .extracting(Diagnostic::where)
        .containsExactlyInAnyOrder("sacct.txt line 2", "edges.tsv line 2");
  }

  @Test
  void read_lastValuesWithoutLineEnd_areReadWithAWarning() throws IOException {
    String said =
        "records without a line end: the file may be cut off in its last value, or after it";
    String job =
        "JobId=5 JobName=a JobState=COMPLETED SubmitTime=2026-01-01T00:00:00"
            + " StartTime=2026-01-01T00:00:05 EndTime=2026-01-01T00:00:07 NodeList=n1";
    file("jobs.txt", job + "\n");
    assertThat(messages(Flowgauge.read(folder))).doesNotContain(said);

    file("jobs.txt", job + "\nJobId=6 JobName=b\n   Comm");
    file("nodes.txt", "NodeName=n1 CPUTot=1");
    assertThat(Flowgauge.read(folder).diagnostics())
        .filteredOn(each -> each.message().equals(said))
        .extracting(Diagnostic::where)
        .containsExactly("jobs.txt line 3 and 1 more");
  }

  @Test
  void read_cutRowAndRepeatedHeader_areReported() throws IOException {
    WorkflowRun run = read(row("1", "a", "COMPLETED", 0, 1, 2), HEADER.strip(), "2|b|p|COMPL");
    assertThat(run.workflow().activityCount()).isEqualTo(1);
    assertThat(messages(run))
        .anyMatch(m -> m.startsWith("repeated headers"))
        .anyMatch(m -> m.startsWith("rows with more or fewer cells"));
  }
}
