package io.flowgauge.traces.toil;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.flowgauge.Flowgauge;
import io.flowgauge.run.ActivityExecution;
import io.flowgauge.run.Attempt;
import io.flowgauge.run.WorkflowRun;
import io.flowgauge.testsupport.SharedData;
import io.flowgauge.trace.TraceFormatException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.OffsetDateTime;
import java.time.format.DateTimeFormatter;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ToilReaderTest {
  private static final DateTimeFormatter TIME =
      DateTimeFormatter.ofPattern("uuuu-MM-dd'T'HH:mm:ssxx");

  @TempDir private Path folder;

  private static String sample(String name) throws IOException {
    try (InputStream in = ToilReaderTest.class.getResourceAsStream(name)) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    }
  }

  private WorkflowRun read(String name, String text) throws IOException {
    return Flowgauge.read(Files.writeString(folder.resolve(name), text));
  }

  @Test
  void read_debugLog_hasTheTimesOfEveryAttempt() throws IOException {
    String text = sample("debug/run.log");
    assertThat(times(read("run.log", text))).isEqualTo(times(text)).hasSize(6);
  }

  /** Seconds of issue, begin and end of each attempt of the jobs of a run. */
  private static Map<String, String> times(WorkflowRun run) {
    Map<String, String> times = new TreeMap<>();
    for (ActivityExecution each : run.executions()) {
      StringBuilder all = new StringBuilder();
      for (Attempt attempt : each.attempts()) {
        all.append("I").append(seconds(attempt.submitted()));
        all.append("W").append(seconds(attempt.active()));
        all.append(attempt.outcome().orElseThrow().name().charAt(0));
        all.append(seconds(attempt.ended()));
      }
      String id = each.activity().id();
      times.put(id.substring(id.indexOf(' ') + 1), all.toString());
    }
    return times;
  }

  private static long seconds(OptionalLong nanos) {
    return nanos.orElseThrow() / 1_000_000_000;
  }

  /** The same by an own reading of the lines; a worker's come after those of its end. */
  private static Map<String, String> times(String log) {
    Map<String, String> times = new TreeMap<>();
    Matcher line =
        Pattern.compile(
                "(?m)^\t?\\[(\\S+?)] .*] (Issued|Working|Job ended|Job failed).*/instance-(\\w+) v.*$")
            .matcher(log);
    while (line.find()) {
      long at = OffsetDateTime.parse(line.group(1), TIME).toEpochSecond();
      String sign = Map.of("Job ended", "C", "Job failed", "F").get(line.group(2));
      String event = (sign == null ? line.group(2).substring(0, 1) : sign) + at;
      times.merge(line.group(3), event, String::concat);
    }
    times.replaceAll((id, events) -> events.replaceAll("([CF]\\d+)(W\\d+)", "$2$1"));
    return times;
  }

  @Test
  void read_debugLog_hasDependenciesOfChildrenAndFollowOns() throws IOException {
    WorkflowRun run = read("run.log", sample("debug/run.log"));
    List<String> middle =
        List.of("part cbyau6qr", "part 6_ar4hi2", "part ag82n6r0", "flaky n1rprstm");
    for (String each : middle) {
      assertThat(before(run, each)).containsExactly("root qotv6jkw");
    }
    assertThat(before(run, "merge ol80_tot")).containsExactlyInAnyOrderElementsOf(middle);
    assertThat(run.workflow().dependencies()).hasSize(8);
    ActivityExecution flaky = run.execution("flaky n1rprstm").orElseThrow();
    assertThat(flaky.activity().type()).isEqualTo("flaky");
    assertThat(flaky.activity().attributes())
        .containsEntry("exit", "1")
        .containsEntry("cores", "1");
    assertThat(flaky.attempts()).hasSize(2);
    assertThat(flaky.processor()).contains("vm");
    assertThat(run.execution("part cbyau6qr").orElseThrow().wallclock())
        .contains(Duration.ofNanos(215_259_000));
    assertThat(run.isEnded()).isTrue();
  }

  private static List<String> before(WorkflowRun run, String id) {
    return run.workflow().predecessors(run.workflow().indexOf(id)).stream()
        .map(index -> run.workflow().activity(index).id())
        .toList();
  }

  @Test
  void read_logThatGrows_goesOn() throws IOException {
    String text = sample("debug/run.log");
    WorkflowRun before = read("run.log", text);
    for (int cut = 0; cut < text.length(); cut += 397) {
      Path grown = Files.writeString(folder.resolve("grown.log"), text.substring(0, cut));
      if (text.substring(0, cut).contains(" v1 with job batch system ID: 0 and ")) {
        WorkflowRun run = Flowgauge.read(grown);
        assertThat(run.isEnded()).isEqualTo(text.substring(0, cut).contains("successfully."));
        assertThat(ids(before)).containsAll(ids(run));
      }
    }
  }

  private static List<String> ids(WorkflowRun run) {
    return run.executions().stream().map(each -> each.activity().id()).toList();
  }

  @Test
  void read_infoLog_tellsNoTimesOfJobsWhoseEndIsNotLogged() throws IOException {
    Files.writeString(folder.resolve("stats.jsonl"), sample("info/stats.jsonl"));
    WorkflowRun run = read("run.log", sample("info/run.log"));
    assertThat(run.workflow().activities()).hasSize(6);
    assertThat(run.diagnostics()).anyMatch(each -> each.message().contains("--logDebug"));
    ActivityExecution part = run.execution("part 8vx6nrzy").orElseThrow();
    assertThat(part.attempts()).isEmpty();
    assertThat(part.wallclock()).contains(Duration.ofNanos(206_873_178));
    ActivityExecution flaky = run.execution("flaky _jdqj54m").orElseThrow();
    assertThat(flaky.attempts()).hasSize(2);
    assertThat(flaky.attempts().get(0).ended()).isPresent();
    assertThat(flaky.wallclock()).contains(Duration.ofNanos(9_931_803));
  }

  @Test
  void read_recordsWithStarts_haveTimesAndAttempts() throws IOException {
    WorkflowRun run = read("stats.jsonl", sample("records/stats-new.jsonl"));
    ActivityExecution part = run.execution("part abcd1234").orElseThrow();
    assertThat(part.attempts()).hasSize(2);
    assertThat(part.attempts().get(0).active()).hasValue(1_763_632_800_250_000_000L);
    assertThat(part.attempts().get(0).ended()).hasValue(1_763_632_802_750_000_000L);
    assertThat(part.attempts().get(0).outcome().orElseThrow().name()).isEqualTo("FAILED");
    assertThat(part.attempts().get(1).ended()).hasValue(1_763_632_806_500_000_000L);
    assertThat(part.activity().attributes()).containsEntry("cpu_seconds", "1.75");
    ActivityExecution task = run.execution("hello.3.call #1").orElseThrow();
    assertThat(task.activity().type()).isEqualTo("WDLTaskJob hello.call");
    assertThat(run.workflow().activities()).hasSize(3);
  }

  @ParameterizedTest
  @ValueSource(strings = {"toil-stats-records.jsonl", "toil-stats.json", ""})
  void read_sharedStatistics_haveTheTimeOfEveryJob(String name) throws IOException {
    Path samples = SharedData.path("runs/samples/toil");
    WorkflowRun run = Flowgauge.read(name.isEmpty() ? samples : samples.resolve(name));
    Map<String, Long> expected = new TreeMap<>();
    Matcher job =
        Pattern.compile(
                "\"time\": \"([0-9.]+)\", \"clock\": \"[0-9.]+\", \"class_name\": \"(.*?)\"")
            .matcher(Files.readString(samples.resolve("toil-stats-records.jsonl")));
    while (job.find()) {
      String id = job.group(2).substring(job.group(2).indexOf(' ') + 1);
      expected.put(id, (long) (Double.parseDouble(job.group(1)) * 1e6));
    }
    Map<String, Long> found = new TreeMap<>();
    run.executions()
        .forEach(
            each ->
                found.put(
                    each.activity().id().replaceAll(" .*", ""),
                    each.wallclock().orElseThrow().toNanos() / 1000));
    assertThat(found).isEqualTo(expected).hasSize(13);
    assertThat(run.diagnostics()).anyMatch(each -> each.message().contains("time"));
  }

  @Test
  void read_filesOfJobStore_areOneRun() throws IOException {
    int number = 0;
    for (String line : sample("info/stats.jsonl").lines().toList()) {
      Files.writeString(folder.resolve("stats0123456789abcdef" + number++ + ".new"), line);
    }
    WorkflowRun run = Flowgauge.read(folder);
    assertThat(run.workflow().activities()).hasSize(6);
    assertThat(run.makespan()).contains(Duration.ofNanos(11_506_106_138L));
  }

  @Test
  void read_statisticsOfAnotherRunBesideALog_areLeftOut() throws IOException {
    Files.writeString(folder.resolve("stats.jsonl"), sample("info/stats.jsonl"));
    WorkflowRun run = read("run.log", sample("debug/run.log"));
    assertThat(run.workflow().activities()).hasSize(6);
    assertThat(run.execution("part 8vx6nrzy")).isEmpty();
  }

  @Test
  void read_sumsOfSeveralJobs_haveTheAverage() throws IOException {
    WorkflowRun run =
        read(
            "raw.json",
            """
            {"total_run_time": 4.5, "total_clock": 1.0, "batch_system": "slurm",
             "job_types": {"CWLScatter": {"total_number": 2.0, "average_time": 1.5}}}
            """);
    assertThat(run.execution("CWLScatter #2").orElseThrow().wallclock())
        .contains(Duration.ofMillis(1500));
    assertThat(run.diagnostics()).anyMatch(each -> each.message().contains("average"));
  }

  @Test
  void read_statisticsThatCannotBe_saysWhere() {
    assertThatThrownBy(
            () ->
                read(
                    "a.json",
                    "{\"jobs\": [{\"class_name\": \"a\", \"time\": \"soon\"}], \"workers\":"
                        + " {\"time\": \"1\"}}"))
        .isInstanceOf(TraceFormatException.class)
        .hasMessageContaining("$.jobs[0].time")
        .hasMessageContaining("\"soon\"");
    assertThatThrownBy(() -> read("b.json", "{\"total_time\": \"1\", \"total_clock\": \"1\"}"))
        .isInstanceOf(TraceFormatException.class)
        .hasMessageContaining("statistics of no job");
  }
}
