package io.flowgauge.traces.toil;

import static io.flowgauge.traces.RunMessages.messages;
import static java.nio.charset.StandardCharsets.UTF_8;
import static java.util.Comparator.comparing;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.flowgauge.Flowgauge;
import io.flowgauge.run.ActivityExecution;
import io.flowgauge.run.Attempt;
import io.flowgauge.run.EventType;
import io.flowgauge.run.TimeBase;
import io.flowgauge.run.WorkflowRun;
import io.flowgauge.testsupport.SharedData;
import io.flowgauge.trace.TraceFormatException;
import io.flowgauge.workflow.Dependency;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.OffsetDateTime;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ToilReaderTest {
  private static final long SECOND = 1_000_000_000;

  @TempDir private Path folder;

  private static String sample(String name) throws IOException {
    try (InputStream in = ToilReaderTest.class.getResourceAsStream(name)) {
      return new String(in.readAllBytes(), UTF_8);
    }
  }

  private WorkflowRun read(String text) throws IOException {
    return Flowgauge.read(Files.writeString(folder.resolve("run.log"), text));
  }

  /** Returns the events of each job by its id in the job store, to the second. */
  private static Map<String, List<String>> events(WorkflowRun run) {
    Map<String, List<String>> events = new TreeMap<>();
    for (ActivityExecution each : run.executions()) {
      events.put(
          each.activity().attributes().get("jobStoreId"),
          each.graph().events().stream()
              .map(event -> event.type() + " " + event.epochNanos() / SECOND)
              .toList());
    }
    return events;
  }

  /**
   * Returns the same events from the lines, read independently of the reader, for jobs that each
   * have their own worker.
   */
  private static Map<String, List<String>> events(String log) {
    Map<String, EventType> kinds =
        Map.of(
            "Issued job", EventType.SUBMITTED,
            "Working on job", EventType.ACTIVE,
            "Job ended:", EventType.COMPLETED,
            "Job failed with exit value 1:", EventType.FAILED);
    Matcher lines =
        Pattern.compile(
                "(?m)^\t?\\[(\\S+)] .*\\] (Issued job|Working on job|Job ended:|Job failed with exit"
                    + " value 1:) '.*(kind-\\S+)")
            .matcher(log);
    Map<String, List<String>> events = new TreeMap<>();
    while (lines.find()) {
      long time =
          OffsetDateTime.parse(
                  lines.group(1), DateTimeFormatter.ofPattern("uuuu-MM-dd'T'HH:mm:ssZ"))
              .toEpochSecond();
      events
          .computeIfAbsent(lines.group(3), id -> new ArrayList<>())
          .add(kinds.get(lines.group(2)) + " " + time);
    }
    // A worker's log appears only after the worker has ended.
    events
        .values()
        .forEach(each -> each.sort(comparing(text -> text.substring(text.indexOf(' ')))));
    return events;
  }

  @Test
  void read_recordedLog_hasTheTimesOfEveryJob() throws IOException {
    String log = sample("failed.log");
    WorkflowRun run = read(log);
    assertThat(events(run)).isEqualTo(events(log)).hasSize(6);
    assertThat(run.isEnded()).isTrue();
    assertThat(run.execution("merge").orElseThrow().processor()).contains("vm");
  }

  @Test
  void read_followOn_comesAfterAllChildren() throws IOException {
    WorkflowRun run = read(sample("failed.log"));
    Map<String, Long> before =
        run.workflow().dependencies().stream()
            .collect(Collectors.groupingBy(Dependency::to, Collectors.counting()));
    assertThat(before).containsEntry("merge", 4L);
    assertThat(run.workflow().dependencies()).hasSize(8);
    assertThat(run.executions().stream().filter(each -> each.attempts().size() == 2)).hasSize(1);
  }

  @Test
  void read_chainOfJobs_isTakenApartByTheWorkersLog() throws IOException {
    WorkflowRun run = read(sample("chained.log"));
    assertThat(run.workflow().dependencies())
        .containsExactly(
            new Dependency("root", "a (instance-rqp89oxu)"),
            new Dependency("a (instance-rqp89oxu)", "a (instance-crcscpxn)"),
            new Dependency("a (instance-crcscpxn)", "a (instance-mx5dj5ii)"));
    long first = run.execution("root").orElseThrow().attempts().get(0).active().orElseThrow();
    assertThat(run.executions())
        .extracting(each -> seconds(each.attempts().get(0), first))
        .containsExactly("0 to 0", "0 to 1", "1 to 2", "2 to 4");
    assertThat(run.execution(1).activity().type()).isEqualTo("a");
  }

  private static String seconds(Attempt attempt, long first) {
    return (attempt.active().orElseThrow() - first) / SECOND
        + " to "
        + (attempt.ended().orElseThrow() - first) / SECOND;
  }

  @Test
  void read_cutLog_goesOn() throws IOException {
    String log = sample("failed.log");
    WorkflowRun run = read(log.substring(0, log.lastIndexOf("Issued job 'merge'") + 30));
    assertThat(run.workflow().activityCount()).isEqualTo(6);
    assertThat(run.isEnded()).isFalse();
  }

  @Test
  void read_logOfRestart_isOverBothStarts() throws IOException {
    String log = sample("failed.log");
    assertThat(messages(read(log))).noneMatch(message -> message.startsWith("Toil was started"));
    String again = log.replace("T17:", "T18:");
    WorkflowRun run = read(log + again.substring(0, again.lastIndexOf("Issued job 'merge'")));
    assertThat(messages(run)).contains("Toil was started 2 times: the run is over all of them");
    assertThat(run.isEnded()).isFalse();
    assertThat(run.makespan().orElseThrow()).isGreaterThan(Duration.ofHours(1));
    assertThat(run.workflow().dependencies())
        .isEqualTo(read(log).workflow().dependencies())
        .hasSize(8);
  }

  @Test
  void read_workerThatIsNotCaptured_isNoRestart() throws IOException {
    String log = sample("failed.log");
    WorkflowRun run = read(log.replace("\t[", "["));
    assertThat(messages(run)).noneMatch(message -> message.startsWith("Toil was started"));
  }

  @Test
  void read_logOfOldVersion_hasLocalTimes() throws IOException {
    WorkflowRun run =
        read(
            """
            node1 2020-03-03 08:51:05,989 MainThread INFO toil: Running Toil version 3.24.0-de58.
            node1 2020-03-03 08:51:05,992 MainThread INFO toil.leader: Issued job 'file:///home/x/echo.cwl' echo it kind-file/instancege with job batch system ID: 0 and cores: 1, disk: 3.0 G, and memory: 2.0 G
            INFO:toil.worker:Redirecting logging to worker_log.txt
            node1 2020-03-03 08:51:06,588 MainThread INFO toil.leader: Job ended: 'file:///home/x/echo.cwl' echo it kind-file/instancege
            node1 2020-03-03 08:51:08,007 MainThread INFO toil.leader: Finished toil run with 1 failed jobs.
            """);
    assertThat(run.timeBase()).isEqualTo(TimeBase.UNKNOWN_ZONE);
    Attempt attempt = run.execution("echo it").orElseThrow().attempts().get(0);
    assertThat(attempt.ended().orElseThrow() - attempt.submitted().orElseThrow())
        .isEqualTo(596_000_000);
    assertThat(messages(run)).contains("the run finished with 1 failed jobs");
  }

  @Test
  void read_logWithoutDebug_saysWhatIsMissing() throws IOException {
    String log =
        sample("failed.log")
            .lines()
            .filter(line -> line.contains("[I]") && !line.startsWith("\t"))
            .collect(Collectors.joining("\n"));
    assertThat(messages(read(log)))
        .contains("ends of jobs are not in the log: Toil logs them only with --logDebug");
  }

  @Test
  void read_logWithoutTimes_isRefused() throws IOException {
    String log = sample("failed.log").replaceAll("(?m)^\t?\\[.*?] \\[.*?] \\[.] ", "");
    assertThatThrownBy(() -> read(log))
        .isInstanceOf(TraceFormatException.class)
        .hasMessageContaining("found a log of Toil without times");
  }

  private static final String STATISTICS =
      """
      {"total_run_time": 19.5, "batch_system": "slurm", "job_types": {
        "root": {"total_number": 1.0, "total_time": 0.25},
        "part": {"total_number": 5.0, "total_time": 4.5},
        "CWLJob movie.2.merge": {"total_number": 1, "total_time": 2}}}
      """;

  @Test
  void read_statisticsAlone_areTimesWithoutPlace() throws IOException {
    WorkflowRun run = read(STATISTICS);
    assertThat(run.makespan().orElseThrow().toMillis()).isEqualTo(19_500);
    assertThat(run.executions())
        .extracting(each -> each.activity().type() + " " + each.wallclock().orElseThrow().toNanos())
        .containsExactly("root 250000000", "movie.merge 2000000000");
    assertThat(messages(run)).anyMatch(each -> each.startsWith("5 jobs left out"));
  }

  @Test
  void read_statisticsBesideALog_giveTheTimesOfItsJobs() throws IOException {
    Files.writeString(folder.resolve("stats.json"), STATISTICS);
    Files.writeString(folder.resolve("run.log"), sample("failed.log"));
    WorkflowRun run = Flowgauge.read(folder);
    assertThat(run.execution("root").orElseThrow().wallclock()).contains(Duration.ofMillis(250));
    assertThat(run.execution("merge").orElseThrow().wallclock()).isEmpty();
  }

  @Test
  void read_statisticsOfARunThatGoesOn_haveNoMakespan() throws IOException {
    WorkflowRun run =
        read(STATISTICS.replace("19.5", "{\"total_time\": \"0.0\", \"total_clock\": \"0.0\"}"));
    assertThat(run.makespan()).isEmpty();
    assertThat(run.executions()).hasSize(2);
  }

  @Test
  void read_badStatistics_namesThePlace() {
    assertThatThrownBy(() -> read(STATISTICS.replace("19.5", "-1")))
        .hasMessageContaining("$.total_run_time: found -1, expected seconds, 0 or more");
  }

  @Test
  void read_sharedStatistics_haveTheTimesOfEveryJob() throws IOException {
    Path shared = SharedData.path("runs/samples/toil/toil-stats.json");
    Matcher types =
        Pattern.compile("\"total_number\": 1\\.0,\\s+\"total_time\": ([0-9.]+)")
            .matcher(Files.readString(shared));
    List<Long> micros = new ArrayList<>();
    while (types.find()) {
      micros.add(Math.round(Double.parseDouble(types.group(1)) * 1e6));
    }
    assertThat(Flowgauge.read(shared).executions())
        .extracting(each -> Math.round(each.wallclock().orElseThrow().toNanos() / 1e3))
        .containsExactlyElementsOf(micros)
        .hasSizeGreaterThan(10);
  }
}
