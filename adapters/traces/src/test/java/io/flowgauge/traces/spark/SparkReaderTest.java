package io.flowgauge.traces.spark;

import static io.flowgauge.traces.RunMessages.messages;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.flowgauge.Flowgauge;
import io.flowgauge.run.ActivityExecution;
import io.flowgauge.run.Attempt;
import io.flowgauge.run.EventType;
import io.flowgauge.run.PhaseType;
import io.flowgauge.run.WorkflowRun;
import io.flowgauge.trace.Diagnostic;
import io.flowgauge.trace.TraceFormatException;
import io.flowgauge.workflow.Dependency;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SparkReaderTest {
  private static final String APPLICATION = "app-20261121100000-0001";
  private static final List<String> PARTS =
      List.of("events_1_", "events_2_", "events_10_", "appstatus_");
  private static final long NANOS_PER_MILLI = 1_000_000;

  /** The sample begins at 2026-11-21T10:00:00Z. */
  private static final long START = 1_795_255_200_000L;

  @TempDir private Path folder;

  private static String sample(String name) throws IOException {
    try (InputStream in = SparkReaderTest.class.getResourceAsStream(name)) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    }
  }

  private static String shop() throws IOException {
    return sample("shop/" + APPLICATION);
  }

  private WorkflowRun read(String text) throws IOException {
    return Flowgauge.read(Files.writeString(folder.resolve(APPLICATION), text));
  }

  private static List<JsonNode> events(String text) throws IOException {
    ObjectMapper mapper = new ObjectMapper();
    List<JsonNode> events = new ArrayList<>();
    for (String line : text.lines().toList()) {
      events.add(mapper.readTree(line));
    }
    return events;
  }

  @Test
  void read_sample_hasEveryLaunchAsAnOwnReadingHasIt() throws IOException {
    List<String> expected = new ArrayList<>();
    for (JsonNode event : events(shop())) {
      String reason = event.at("/Task End Reason/Reason").asText();
      if (event.get("Event").asText().endsWith("TaskEnd") && !reason.equals("Resubmitted")) {
        JsonNode info = event.get("Task Info");
        expected.add(
            "stage "
                + event.get("Stage ID").asInt()
                + " "
                + info.get("Launch Time").asLong()
                + " "
                + info.get("Finish Time").asLong()
                + " "
                + (reason.equals("Success")
                    ? "COMPLETED"
                    : reason.equals("TaskKilled") ? "ABORTED" : "FAILED")
                + " "
                + info.get("Host").asText()
                + "/"
                + info.get("Executor ID").asText());
      }
    }
    List<String> found = new ArrayList<>();
    for (ActivityExecution each : tasks(read(shop()))) {
      for (Attempt attempt : each.attempts()) {
        found.add(
            each.activity().id().replaceAll(" task.*", "")
                + " "
                + millis(attempt.active())
                + " "
                + millis(attempt.ended())
                + " "
                + attempt.outcome().orElseThrow()
                + " "
                + attempt.processor().orElseThrow());
      }
    }
    assertThat(found).containsExactlyInAnyOrderElementsOf(expected).hasSize(15);
  }

  private static List<ActivityExecution> tasks(WorkflowRun run) {
    return run.executions().stream()
        .filter(each -> !each.activity().type().equals("driver"))
        .toList();
  }

  private static long millis(OptionalLong nanos) {
    return nanos.orElseThrow() / NANOS_PER_MILLI;
  }

  @Test
  void read_sample_tasksFollowAllTasksOfTheStagesTheyRead() throws IOException {
    WorkflowRun run = read(shop());
    for (JsonNode event : events(shop())) {
      if (event.get("Event").asText().endsWith("StageSubmitted")) {
        String stage = "stage " + event.at("/Stage Info/Stage ID").asInt() + " task 0";
        for (JsonNode parent : event.at("/Stage Info/Parent IDs")) {
          // The skipped stage 3 would have computed what stage 0 had already written.
          int written = parent.asInt() == 3 ? 0 : parent.asInt();
          Set<String> before = before(run, stage);
          assertThat(before).contains("stage " + written + " task 0", "stage " + written);
          assertThat(before).contains("stage " + written + " task 1");
        }
      }
    }
    assertThat(before(run, "stage 1 task 0")).containsExactlyInAnyOrder("stage 1", "job 0");
    assertThat(before(run, "job 1")).contains("stage 2 task 0", "stage 2 task 1", "job 0");
    assertThat(before(run, "stage 6 task 0")).contains("job 2").doesNotContain("stage 5");
    assertThat(before(run, "end")).contains("stage 5 task 1", "stage 6 task 0");
  }

  private static Set<String> before(WorkflowRun run, String activity) {
    Set<String> before = new TreeSet<>();
    Deque<String> left = new ArrayDeque<>(List.of(activity));
    while (!left.isEmpty()) {
      String each = left.pop();
      for (Dependency dependency : run.workflow().dependencies()) {
        if (dependency.to().equals(each) && before.add(dependency.from())) {
          left.add(dependency.from());
        }
      }
    }
    return before;
  }

  @Test
  void read_taskThatFailed_isTriedAgain() throws IOException {
    ActivityExecution task = read(shop()).execution("stage 0 task 1").orElseThrow();
    assertThat(task.attempts()).hasSize(2);
    Attempt first = task.attempts().get(0);
    Attempt second = task.attempts().get(1);
    assertThat(first.outcome()).contains(EventType.FAILED);
    assertThat(millis(first.submitted())).isEqualTo(START + 2010);
    assertThat(second.submitted()).isEqualTo(first.ended());
    assertThat(second.outcome()).contains(EventType.COMPLETED);
    assertThat(task.wallclock()).contains(Duration.ofMillis(20 + 1072 + 1));
    assertThat(task.activity().type()).isEqualTo("map at Shop.scala:12");
    assertThat(task.activity().attributes())
        .containsEntry("inputBytes", "1000")
        .containsEntry("outputBytes", "300")
        .containsEntry("host", "node2");
  }

  @Test
  void read_taskOfSecondAttemptOfStage_isKnownByItsPartition() throws IOException {
    WorkflowRun run = read(shop());
    ActivityExecution fetched = run.execution("stage 2 task 1").orElseThrow();
    assertThat(fetched.attempts()).hasSize(2);
    assertThat(millis(fetched.attempts().get(1).submitted())).isEqualTo(START + 8320);
    ActivityExecution again = run.execution("stage 0 task 1 again 1").orElseThrow();
    assertThat(millis(again.attempts().get(0).active())).isEqualTo(START + 7310);
    assertThat(messages(run)).anyMatch(text -> text.startsWith("tasks run again"));
  }

  @Test
  void read_speculation_countsTheLaunchThatSucceeded() throws IOException {
    WorkflowRun run = read(shop());
    ActivityExecution won = run.execution("stage 1 task 1").orElseThrow();
    assertThat(won.attempts()).hasSize(1);
    assertThat(won.activity().attributes()).containsEntry("speculative", "true");
    assertThat(won.attempts().get(0).submitted()).isEmpty();
    ActivityExecution lost = run.execution("stage 1 task 1 copy 1").orElseThrow();
    assertThat(lost.activity().type()).isEqualTo("map at Shop.scala:15 (lost copy)");
    assertThat(lost.attempts().get(0).outcome()).contains(EventType.ABORTED);
  }

  @Test
  void read_phases_areThoseOfSparksPages() throws IOException {
    ActivityExecution task = read(shop()).execution("stage 2 task 0").orElseThrow();
    assertThat(task.phaseTimes())
        .containsEntry(PhaseType.EXTRACT, Duration.ofMillis(20))
        .containsEntry(PhaseType.STAGE_IN, Duration.ofMillis(80));
    assertThat(task.phases()).hasSize(1);
    assertThat(task.phases().get(0).beginNanos()).isEqualTo((START + 7060) * NANOS_PER_MILLI);
    assertThat(task.phases().get(0).endNanos()).isEqualTo((START + 7100) * NANOS_PER_MILLI);
  }

  @Test
  void read_driver_worksBetweenJobs() throws IOException {
    WorkflowRun run = read(shop());
    assertThat(driver(run, "job 0")).isEqualTo("0 2000");
    assertThat(driver(run, "stage 2")).isEqualTo("6485 6490");
    assertThat(driver(run, "job 1")).isEqualTo("8945 10000");
    assertThat(driver(run, "stage 4")).isEqualTo("10000 10005");
    assertThat(driver(run, "job 2")).isEqualTo("10520 11200");
    assertThat(driver(run, "end")).isEqualTo("12330 13000");
    assertThat(run.execution("job 3")).isEmpty();
    assertThat(run.isEnded()).isTrue();
  }

  private static String driver(WorkflowRun run, String id) {
    Attempt only = run.execution(id).orElseThrow().attempts().get(0);
    return millis(only.active()) - START + " " + (millis(only.ended()) - START);
  }

  @Test
  void read_stagesOfQuery_areNumbered() throws IOException {
    WorkflowRun run = read(shop());
    assertThat(run.execution("stage 5 task 0").orElseThrow().activity().type())
        .isEqualTo("save at Shop.scala:30");
    assertThat(run.execution("stage 6 task 0").orElseThrow().activity().type())
        .isEqualTo("save at Shop.scala:30 (2)");
  }

  @Test
  void read_executors_haveSlotsForTasksOfTheirCores() throws IOException {
    assertThat(read(shop()).processors())
        .filteredOn(each -> each.name().equals("node1/1"))
        .singleElement()
        .matches(each -> each.slots() == 2);
  }

  @Test
  void read_rollingLog_isAsTheSingleOne() throws IOException {
    Path rolling = Files.createDirectory(folder.resolve("eventlog_v2_" + APPLICATION));
    for (String part : PARTS) {
      Files.writeString(
          rolling.resolve(part + APPLICATION), sample("rolling/" + part + APPLICATION));
    }
    assertThat(shape(Flowgauge.read(rolling))).isEqualTo(shape(read(shop())));
    assertThat(shape(Flowgauge.read(rolling.resolve("events_1_" + APPLICATION))))
        .isEqualTo(shape(read(shop())));
  }

  @Test
  void read_compactedLog_leavesOutWhatItStandsFor() throws IOException {
    Path rolling = Files.createDirectory(folder.resolve("eventlog_v2_" + APPLICATION));
    String last = sample("rolling/events_10_" + APPLICATION);
    Files.writeString(rolling.resolve("events_10_" + APPLICATION), last);
    Files.writeString(
        rolling.resolve("events_2_" + APPLICATION + ".compact"),
        sample("rolling/events_1_" + APPLICATION) + sample("rolling/events_2_" + APPLICATION));
    Files.writeString(
        rolling.resolve("events_1_" + APPLICATION), sample("rolling/events_1_" + APPLICATION));
    assertThat(shape(Flowgauge.read(rolling))).isEqualTo(shape(read(shop())));
  }

  @Test
  void read_rollingLogWithoutAPart_saysSo() throws IOException {
    Path rolling = Files.createDirectory(folder.resolve("eventlog_v2_" + APPLICATION));
    for (int part = 1; part <= 2; part++) {
      Files.writeString(
          rolling.resolve("events_" + part + "_" + APPLICATION),
          sample("rolling/events_" + part + "_" + APPLICATION));
    }
    assertThat(missing(Flowgauge.read(rolling))).isEmpty();
    Files.move(
        rolling.resolve("events_2_" + APPLICATION), rolling.resolve("events_3_" + APPLICATION));
    assertThat(missing(Flowgauge.read(rolling))).containsExactly("part 2");
    Files.delete(rolling.resolve("events_1_" + APPLICATION));
    assertThat(missing(Flowgauge.read(rolling))).containsExactly("part 1");
  }

  private static List<String> missing(WorkflowRun run) {
    return run.diagnostics().stream()
        .filter(each -> each.message().startsWith("parts of the rolling log are missing"))
        .map(Diagnostic::where)
        .toList();
  }

  private static Set<String> shape(WorkflowRun run) {
    Set<String> shape = new HashSet<>();
    run.executions().forEach(each -> shape.add(each.activity().id() + " " + each.attempts()));
    run.workflow().dependencies().forEach(each -> shape.add(each.from() + " -> " + each.to()));
    return shape;
  }

  @Test
  void read_packedLog_readsGzipAndNamesOthers() throws IOException {
    ByteArrayOutputStream packed = new ByteArrayOutputStream();
    try (OutputStream out = new GZIPOutputStream(packed)) {
      out.write(shop().getBytes(StandardCharsets.UTF_8));
    }
    Path gzip = Files.write(folder.resolve(APPLICATION + ".gz"), packed.toByteArray());
    assertThat(shape(Flowgauge.read(gzip))).isEqualTo(shape(read(shop())));
    byte[] zstd = {0x28, (byte) 0xb5, 0x2f, (byte) 0xfd, 0, 0x58, 1, 0, 0};
    assertRefused(zstd, "zstd data (unpack it first)");
    assertRefused("LZ4Block\u0010abc\0".getBytes(StandardCharsets.ISO_8859_1), "lz4 data");
    assertRefused("\u0082SNAPPY\0\0\0\1".getBytes(StandardCharsets.ISO_8859_1), "snappy data");
    assertRefused("ZV\1\0\20\0\30abc\0".getBytes(StandardCharsets.ISO_8859_1), "lzf data");
  }

  private void assertRefused(byte[] packed, String words) throws IOException {
    Path own = Files.createDirectories(folder.resolve("packed"));
    Path file = Files.write(own.resolve(APPLICATION), packed);
    assertThatThrownBy(() -> Flowgauge.read(file))
        .isInstanceOf(TraceFormatException.class)
        .hasMessageContaining(words);
  }

  @Test
  void read_logThatGrows_goesOnAfterItsLastWholeLine() throws IOException {
    String text = shop();
    String start = "\"SparkListenerTaskStart\",\"Stage ID\":1,";
    int second = text.indexOf(start, text.indexOf(start) + 1);
    WorkflowRun run = read(text.substring(0, second + 100));
    assertThat(run.isEnded()).isFalse();
    assertThat(run.isFinished()).isFalse();
    assertThat(messages(run)).anyMatch(each -> each.startsWith("lines cut off at the end"));
    ActivityExecution waiting = run.execution("stage 1 task 1").orElseThrow();
    assertThat(waiting.attempts().get(0).submitted()).isPresent();
    assertThat(waiting.attempts().get(0).active()).isEmpty();
  }

  /** Any prefix of the log is read, or refused with a one-line error. */
  @Test
  void read_anyBeginning_isRead() throws IOException {
    String text = shop();
    for (int length = text.indexOf("SparkListenerExecutorAdded");
        length < text.length();
        length += 997) {
      WorkflowRun run = read(text.substring(0, length));
      assertThat(run.isFinished()).as("the first %d characters", length).isFalse();
    }
  }

  @Test
  void read_logBetweenJobs_isNotFinished() throws IOException {
    String text = shop();
    WorkflowRun run =
        read(text.substring(0, text.indexOf("{\"Event\":\"SparkListenerJobStart\",\"Job ID\":1")));
    assertThat(run.isFinished()).isFalse();
    Attempt driver = run.execution("end").orElseThrow().attempts().get(0);
    assertThat(millis(driver.active()) - START).isEqualTo(8945);
    assertThat(driver.ended()).isEmpty();
  }

  @Test
  void read_stageOfBillionTasks_staysSmall() throws IOException {
    String text =
        shop()
            .lines()
            .filter(line -> !line.contains("TaskStart") && !line.contains("TaskEnd"))
            .filter(line -> !line.contains("Completed") && !line.contains("ApplicationEnd"))
            .map(line -> line.replaceAll("Number of Tasks\":\\d+", "Number of Tasks\":1000000000"))
            .collect(Collectors.joining("\n"));
    WorkflowRun run = read(text);
    assertThat(run.executions()).hasSizeLessThan(200_100);
    assertThat(messages(run)).anyMatch(each -> each.startsWith("tasks not launched yet, beyond"));
  }

  @Test
  void read_wrongTypes_leavesOutTheLine() throws IOException {
    WorkflowRun run = read(shop().replace("\"Launch Time\":", "\"Launch Time\":1e"));
    assertThat(tasks(run)).isEmpty();
    assertThat(run.diagnostics())
        .anyMatch(each -> each.severity() == Diagnostic.Severity.ERROR)
        .anyMatch(each -> each.message().startsWith("lines that are not the expected JSON"));
  }

  @Test
  void read_oldLogWithoutPartitions_numbersTasksOfLaterAttempts() throws IOException {
    WorkflowRun run = read(shop().replaceAll("\"Partition ID\":\\d+,", ""));
    assertThat(run.execution("stage 2 task 1").orElseThrow().attempts()).hasSize(1);
    assertThat(run.execution("stage 2.1 task 0").orElseThrow().attempts()).hasSize(1);
    assertThat(Optional.of(run.execution("stage 0.1 task 0"))).isPresent();
  }

  @Test
  void read_stagesWithoutSubmission_keepTheirTasks() throws IOException {
    String text = shop().replaceAll("\"Submission Time\":(\\d+),\"(Completion|Accum)", "\"$2");
    WorkflowRun run = read(text.replaceAll("(?m)^.*StageSubmitted.*\n", ""));
    ActivityExecution task = run.execution("stage 0 task 1").orElseThrow();
    assertThat(task.attempts().get(0).submitted()).isEmpty();
    assertThat(task.attempts().get(0).active()).isPresent();
    assertThat(run.execution("stage 0").orElseThrow().attempts()).isEmpty();
    assertThat(before(run, "stage 2 task 0")).contains("stage 0 task 1");
  }
}
