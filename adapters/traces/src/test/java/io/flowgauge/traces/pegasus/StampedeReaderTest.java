package io.flowgauge.traces.pegasus;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.flowgauge.run.EventType;
import io.flowgauge.run.Phase;
import io.flowgauge.testsupport.SharedData;
import io.flowgauge.trace.RunReader.Match;
import io.flowgauge.trace.Times;
import io.flowgauge.trace.TraceFile;
import io.flowgauge.trace.TraceFormatException;
import io.flowgauge.traces.files.RecordedRun;
import io.flowgauge.workflow.ActivityKind;
import io.flowgauge.workflow.Dependency;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class StampedeReaderTest {
  private static final StampedeReader READER = new StampedeReader();
  private static final long SECOND = Times.NANOS_PER_SECOND;

  /** Noon on the day of the small logs below. */
  private static final long NOON = Times.epochNanos(Instant.parse("2026-01-05T12:00:00Z"));

  @TempDir Path folder;

  private static RecordedRun read(Path path) throws IOException {
    RecordedRun run = new RecordedRun("file");
    run.rename(READER.read(new TraceFile(path, ""), List.of(), run));
    return run;
  }

  private RecordedRun run(String... lines) throws IOException {
    return read(Files.write(folder.resolve("run.bp"), List.of(lines)));
  }

  /** Returns an event of workflow w, the given number of seconds after noon. */
  private static String event(int second, String name, String rest) {
    Instant time = Times.instant(NOON + second * SECOND);
    return "ts=" + time + " event=stampede." + name + " level=Info xwf.id=w " + rest;
  }

  private static String declared(String job) {
    return event(0, "job.info", "type_desc=compute job.id=" + job);
  }

  private static String at(int second, String name, int instance, String rest) {
    return event(second, "job_inst." + name, "job.id=a job_inst.id=" + instance + " " + rest);
  }

  private static long seconds(RecordedRun run, EventType type, int attempt) {
    return (run.time("a", type, attempt) - NOON) / SECOND;
  }

  private static long queueSeconds(RecordedRun run) {
    return run.activities.keySet().stream()
            .mapToLong(
                id -> run.time(id, EventType.ACTIVE, 1) - run.time(id, EventType.SUBMITTED, 1))
            .sum()
        / SECOND;
  }

  /**
   * Returns the sum of main.term - main.start, derived from a run as the reader's Javadoc
   * describes.
   */
  private static long runSeconds(RecordedRun run) {
    long sum = 0;
    for (String id : run.activities.keySet()) {
      sum += run.time(id, EventType.COMPLETED, 1) - run.time(id, EventType.ACTIVE, 1);
      for (Phase phase : run.phases.getOrDefault(id, List.of())) {
        sum -= phase.name().equals("post-script") ? phase.duration().toNanos() : 0;
      }
    }
    return sum / SECOND;
  }

  private static List<Long> delays(RecordedRun run) {
    return run.dependencies.stream()
        .map(
            edge ->
                run.time(edge.to(), EventType.SUBMITTED, 1)
                    - run.time(edge.from(), EventType.COMPLETED, 1))
        .map(nanos -> nanos / SECOND)
        .sorted()
        .toList();
  }

  @Test
  void read_montage_hasReferenceFigures() throws IOException {
    RecordedRun run = read(SharedData.path("pegasus/montage-1.0.bp"));
    assertThat(run.name).isEqualTo("montage");
    assertThat(run.activities).hasSize(39);
    assertThat(run.dependencies).hasSize(202);
    assertThat(run.processors.values().stream().distinct()).hasSize(8);
    assertThat(queueSeconds(run)).isEqualTo(1778);
    assertThat(runSeconds(run)).isEqualTo(2097);
    List<Long> delays = delays(run);
    assertThat(delays.get(0)).isEqualTo(6);
    assertThat(delays.get(201)).isEqualTo(993);
    assertThat(run.activities.values().stream().filter(a -> a.kind() == ActivityKind.TRANSFER))
        .hasSize(8);
    assertThat(run.activities.get("merge_mProjectPP-3.3_PID1_ID5").type()).isEqualTo("mProjectPP");
    assertThat(run.wallclocks.get("merge_mProjectPP-3.3_PID1_ID5")).isEqualTo(6_130_000_000L);
    assertThat(run.wallclocks).hasSize(37).doesNotContainKey("create_dir_montage_0_local");
  }

  @Test
  void read_montage_namesTheDisagreementOfItsClocks() throws IOException {
    RecordedRun run = read(SharedData.path("pegasus/montage-1.0.bp"));
    assertThat(run.start).hasValue(Times.epochNanos(Instant.parse("2012-03-14T22:04:51Z")));
    assertThat(run.messages())
        .contains(
            "warning: clocks: the two clocks of this file disagree by 8 hours, as with a wrong time"
                + " zone: events of jobs are ahead of the start times measured on the hosts (37 of"
                + " 37 attempts) and the time of planning; times of this run are those of the"
                + " events, durations are not affected");
    assertThat(run.messages()).hasSize(3);
  }

  @Test
  void read_blackDiamond_hasReferenceFigures() throws IOException {
    RecordedRun run = read(SharedData.path("pegasus/blackdiamond.bp"));
    assertThat(run.name).isEqualTo("blackdiamond");
    assertThat(run.activities).hasSize(14);
    assertThat(run.dependencies).hasSize(25);
    assertThat(queueSeconds(run)).isEqualTo(702);
    assertThat(runSeconds(run)).isEqualTo(257);
    long end = run.events.stream().mapToLong(RecordedRun.Event::nanos).max().orElseThrow();
    assertThat((end - run.start.orElseThrow()) / SECOND).isEqualTo(894);
    assertThat(run.makespan).isEmpty();
    assertThat(run.messages()).noneMatch(text -> text.contains("clock"));
  }

  @Test
  void read_staticFile_isWorkflowWithoutEvents() throws IOException {
    RecordedRun run = read(SharedData.path("pegasus/process_wf_success/process-0.static.bp"));
    assertThat(run.activities).hasSize(5);
    assertThat(run.dependencies).hasSize(4);
    assertThat(run.activities.get("ls_ID0000001").type()).isEqualTo("ls");
    assertThat(run.events).isEmpty();
    assertThat(run.messages())
        .containsExactly(
            "info: cleanup_process_0_local and 4 more: jobs that left no event: planned, but not"
                + " run");
  }

  @Test
  void read_oneJob_mapsItsEvents() throws IOException {
    RecordedRun run =
        run(
            event(0, "xwf.start", "restart_count=0"),
            declared("a"),
            at(1, "pre.start", 1, ""),
            at(2, "pre.end", 1, "status=0 exitcode=0"),
            at(3, "submit.start", 1, "sched.id=7.0"),
            at(4, "submit.end", 1, "status=0"),
            at(5, "grid.submit.end", 1, "status=0"),
            at(9, "main.start", 1, ""),
            at(11, "held.start", 1, ""),
            at(13, "held.end", 1, "status=0"),
            at(20, "main.term", 1, "status=0"),
            event(
                20,
                "inv.end",
                "job.id=a job_inst.id=1 inv.id=1 start_time="
                    + (NOON / SECOND + 9)
                    + " dur=2.5 remote_cpu_time=1.25 exitcode=0"),
            event(20, "inv.end", "job.id=a job_inst.id=1 inv.id=2 dur=0.5 remote_cpu_time=0.5"),
            event(25, "inv.end", "job.id=a job_inst.id=1 inv.id=-2 dur=5 remote_cpu_time=5"),
            at(20, "host.info", 1, "hostname=n1 site=cluster"),
            at(20, "main.end", 1, "status=0 exitcode=0 site=cluster"),
            at(20, "post.start", 1, ""),
            at(25, "post.end", 1, "status=0 exitcode=0"));
    assertThat(run.start).hasValue(NOON);
    assertThat(seconds(run, EventType.STARTED, 1)).isEqualTo(1);
    assertThat(seconds(run, EventType.SUBMITTED, 1)).isEqualTo(4);
    assertThat(seconds(run, EventType.PENDING, 1)).isEqualTo(5);
    assertThat(seconds(run, EventType.ACTIVE, 1)).isEqualTo(9);
    assertThat(seconds(run, EventType.SUSPENDED, 1)).isEqualTo(11);
    assertThat(seconds(run, EventType.RESUMED, 1)).isEqualTo(13);
    assertThat(seconds(run, EventType.COMPLETED, 1)).isEqualTo(25);
    assertThat(run.events).hasSize(7);
    assertThat(run.wallclocks).containsEntry("a", 3 * SECOND);
    assertThat(run.processors).containsEntry("a#1", "n1");
    assertThat(run.phases.get("a"))
        .containsExactly(
            new Phase("pre-script", NOON + SECOND, NOON + 2 * SECOND),
            new Phase("post-script", NOON + 20 * SECOND, NOON + 25 * SECOND));
    assertThat(run.activities.get("a").attributes())
        .containsEntry("native_id", "7.0")
        .containsEntry("site", "cluster")
        .containsEntry("exit", "0")
        .containsEntry("invocations", "2")
        .containsEntry("cpu_seconds", "1.75");
    assertThat(run.diagnostics).isEmpty();
  }

  private static String invocation(int number, int start, String duration) {
    return event(
        60,
        "inv.end",
        "job.id=a job_inst.id=1 inv.id="
            + number
            + " remote_cpu_time=1 start_time="
            + (NOON / SECOND + start)
            + " dur="
            + duration);
  }

  @Test
  void read_sameInvocationTwice_countsOnce() throws IOException {
    RecordedRun run =
        run(
            declared("a"),
            at(1, "main.start", 1, ""),
            invocation(1, 1, "4"),
            invocation(1, 1, "4"));
    assertThat(run.wallclocks).containsEntry("a", 4 * SECOND);
    assertThat(run.messages()).contains("info: line 4: repeated invocations: the first is used");
  }

  @Test
  void read_invocationsSideBySide_theirSpanIsT() throws IOException {
    RecordedRun run =
        run(
            declared("a"),
            at(1, "main.start", 1, ""),
            invocation(1, 1, "30.5"),
            invocation(2, 1, "40.25"),
            invocation(3, 3, "20"));
    assertThat(run.wallclocks).containsEntry("a", 40_250_000_000L);
    assertThat(run.messages())
        .contains(
            "info: a: jobs whose invocations ran in parallel: T is from the first start to the last"
                + " end");
  }

  @Test
  void read_oneUnreadableDuration_noT() throws IOException {
    RecordedRun run =
        run(
            declared("a"),
            at(1, "main.start", 1, ""),
            invocation(1, 1, "30.5"),
            invocation(2, 32, "soon"));
    assertThat(run.wallclocks).isEmpty();
  }

  @Test
  void read_retries_areAttemptsInOrderOfTheirNumbers() throws IOException {
    RecordedRun run =
        run(
            declared("a"),
            at(30, "submit.end", 12, "status=0"),
            at(40, "main.end", 12, "status=0 exitcode=0"),
            at(1, "submit.end", 9, "status=0"),
            at(8, "main.end", 9, "status=-1 exitcode=3"));
    assertThat(seconds(run, EventType.FAILED, 1)).isEqualTo(8);
    assertThat(seconds(run, EventType.COMPLETED, 2)).isEqualTo(40);
    assertThat(run.activities.get("a").attributes()).containsEntry("exit", "0");
  }

  @Test
  void read_postScript_hasTheLastWord() throws IOException {
    RecordedRun run =
        run(
            declared("a"),
            at(8, "main.end", 1, "status=-1 exitcode=3"),
            at(8, "post.start", 1, ""),
            at(9, "post.end", 1, "status=0 exitcode=0"),
            at(18, "main.end", 2, "status=0 exitcode=0"),
            at(19, "post.end", 2, "status=-1 exitcode=1"),
            at(28, "main.end", 3, "status=0 exitcode=0"),
            at(28, "post.start", 3, ""));
    assertThat(seconds(run, EventType.COMPLETED, 1)).isEqualTo(9);
    assertThat(seconds(run, EventType.FAILED, 2)).isEqualTo(19);
    assertThat(run.events).hasSize(2);
    assertThat(run.messages())
        .contains(
            "info: a attempt 1: jobs that failed, but whose post script let them pass: they count"
                + " as COMPLETED",
            "warning: a attempt 3: attempts without their end: not finished, or the log is cut"
                + " off");
  }

  @Test
  void read_failureBeforeRunning_isFailed() throws IOException {
    RecordedRun run =
        run(
            declared("a"),
            at(1, "pre.start", 1, ""),
            at(2, "pre.end", 1, "status=-1 exitcode=1"),
            at(3, "submit.start", 2, ""),
            at(4, "submit.end", 2, "status=-1"),
            at(5, "submit.start", 3, ""),
            at(6, "abort.info", 3, ""),
            at(7, "main.end", 3, "status=-1 exitcode=1"));
    assertThat(seconds(run, EventType.FAILED, 1)).isEqualTo(2);
    assertThat(seconds(run, EventType.FAILED, 2)).isEqualTo(4);
    assertThat(seconds(run, EventType.ABORTED, 3)).isEqualTo(7);
    assertThat(run.events).noneMatch(event -> event.type() == EventType.SUBMITTED);
  }

  @Test
  void read_eviction_isAnAttemptThatFailed() throws IOException {
    RecordedRun run =
        run(
            declared("a"),
            at(1, "submit.end", 1, "status=0"),
            at(2, "held.start", 1, ""),
            at(3, "held.end", 1, "status=0"),
            at(4, "main.start", 1, ""),
            at(5, "main.term", 1, "status=-1"),
            at(6, "main.start", 1, ""),
            at(9, "main.end", 1, "status=0 exitcode=0"));
    assertThat(seconds(run, EventType.ACTIVE, 1)).isEqualTo(4);
    assertThat(seconds(run, EventType.FAILED, 1)).isEqualTo(5);
    assertThat(seconds(run, EventType.SUBMITTED, 2)).isEqualTo(5);
    assertThat(seconds(run, EventType.ACTIVE, 2)).isEqualTo(6);
    assertThat(seconds(run, EventType.COMPLETED, 2)).isEqualTo(9);
    assertThat(run.events).noneMatch(event -> event.type() == EventType.SUSPENDED);
    assertThat(run.messages())
        .contains(
            "info: a: evictions: that attempt counts as FAILED, the job goes back to the queue",
            "info: a and 1 more: holds and releases of jobs in the queue: a part of their queueing"
                + " time");
  }

  @Test
  void read_oddButUsable_isReported() throws IOException {
    RecordedRun run =
        run(
            declared("a"),
            declared("a"),
            "hello",
            "x=1",
            "",
            event(1, "news", ""),
            event(1, "job.edge", "parent.job.id=a child.job.id=ghost"),
            event(1, "job.edge", "parent.job.id=a"),
            at(5, "main.start", 1, ""),
            at(4, "main.end", 1, "status=0 exitcode=0"),
            at(4, "main.end", 1, "").replace("ts=2026-01-05T12:00:04Z", "ts=later"),
            at(4, "post.end", 1, "status=maybe"),
            event(4, "job_inst.main.end", "job.id=a job_inst.id=x status=0"));
    assertThat(run.dependencies).containsExactly(new Dependency("a", "ghost"));
    assertThat(run.activities).containsOnlyKeys("a", "ghost");
    assertThat(run.messages())
        .containsExactlyInAnyOrder(
            "warning: a: jobs declared more than once: the last declaration is used",
            "error: line 3 (a name without a value at byte 6): lines that are not BP events (malformed), left out",
            "error: line 4: events without event, left out",
            "info: line 6: news: events of unknown names, left out",
            "error: line 8: events without child.job.id, left out",
            "error: line 11: events without a readable time, left out",
            "error: line 12: ends without a readable status, left out",
            "error: line 13: events whose job_inst.id is not a number, left out",
            "warning: a attempt 1: main.start after main.end: attempts whose events run backwards"
                + " in time",
            "warning: ghost: jobs that were never declared, and are known only from their events or"
                + " edges",
            "info: ghost: jobs that left no event: planned, but not run",
            "info: a: jobs that ran without kickstart: neither T nor host were measured");
  }

  @Test
  void read_severalWorkflows_idsOfTheOthersArePrefixed() throws IOException {
    RecordedRun run =
        run(
            event(0, "job.info", "type_desc=compute job.id=a").replace("xwf.id=w", "xwf.id=sub"),
            event(0, "wf.plan", "root.xwf.id=w dax.label=outer"),
            declared("a"));
    assertThat(run.name).isEqualTo("outer");
    assertThat(run.activities).containsOnlyKeys("sub/a", "a");
    assertThat(run.messages())
        .contains(
            "info: w: 2 workflows in one file: ids in all but one begin with the id of the"
                + " workflow");
  }

  @Test
  void read_startAfterTheFirstEvent_isNotUsed() throws IOException {
    RecordedRun run =
        run(
            declared("a"),
            event(9, "xwf.start", "restart_count=0"),
            at(5, "submit.end", 1, "status=0"),
            event(12, "xwf.end", "status=-1"));
    assertThat(run.start).isEmpty();
    assertThat(run.messages())
        .contains(
            "warning: xwf.start: start of the workflow that is later than the first event of a job:"
                + " not used",
            "info: line 4: the workflow ended with a failure");
  }

  @Test
  void read_jobsWithoutEvents_makespanIsThatOfTheWorkflow() throws IOException {
    RecordedRun run =
        run(
            event(9, "xwf.start", "restart_count=0"),
            declared("a"),
            event(12, "xwf.end", "status=0"));
    assertThat(run.makespan).hasValue(3 * SECOND);
  }

  @Test
  void read_noJob_refused() {
    assertThatThrownBy(() -> run(event(0, "xwf.start", ""), "garbage"))
        .isInstanceOf(TraceFormatException.class)
        .hasMessageContaining("found no job, expected events of jobs");
  }

  @Test
  void match_stampedeLogs_areRuns() {
    assertThat(match(declared("a"))).isEqualTo(Match.RUN);
    assertThat(match("ts=1 event=job.info xwf.id=w job.id=a")).isEqualTo(Match.RUN);
    assertThat(match("ts=1 event=stampede.wf.plan argv=\"cut off in the hea")).isEqualTo(Match.RUN);
    assertThat(match("\n" + declared("a") + "\nts=1 event=x")).isEqualTo(Match.RUN);
  }

  @Test
  void match_anythingElse_no() {
    assertThat(match("")).isEqualTo(Match.NO);
    assertThat(match("ts=1 event=transfer.start host=a")).isEqualTo(Match.NO);
    assertThat(match("# about event=stampede.job.info\n" + declared("a"))).isEqualTo(Match.NO);
    assertThat(match("{\"event\": \"stampede.job.info\"}")).isEqualTo(Match.NO);
  }

  private static Match match(String head) {
    return READER.match(new TraceFile(Path.of("x"), head));
  }
}
