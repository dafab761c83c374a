package io.flowgauge.traces.airflow;

import static io.flowgauge.traces.RunMessages.messages;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.flowgauge.Flowgauge;
import io.flowgauge.run.ActivityExecution;
import io.flowgauge.run.Attempt;
import io.flowgauge.run.EventType;
import io.flowgauge.run.WorkflowRun;
import io.flowgauge.trace.Times;
import io.flowgauge.trace.TraceFormatException;
import io.flowgauge.workflow.Dependency;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class AirflowReaderTest {
  private static final List<String> FILES =
      List.of("instances-1.json", "instances-2.json", "run.json", "tasks.json", "tries.json");

  /** The outcome for each state of a task that reached a worker. */
  private static final Map<String, String> OUTCOMES =
      Map.of("success", "COMPLETED", "failed", "FAILED", "up_for_retry", "FAILED");

  @TempDir private Path folder;

  private static String sample(String name) throws IOException {
    try (InputStream in = AirflowReaderTest.class.getResourceAsStream(name)) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    }
  }

  private WorkflowRun read(String... files) throws IOException {
    for (String file : files) {
      Files.writeString(folder.resolve(file), sample("harvest/" + file));
    }
    return Flowgauge.read(folder);
  }

  private WorkflowRun whole() throws IOException {
    return read(FILES.toArray(String[]::new));
  }

  @Test
  void read_sample_hasEveryTryAsAnOwnReadingHasIt() throws IOException {
    Map<String, String> expected = new TreeMap<>();
    for (String file : List.of("instances-1.json", "instances-2.json", "tries.json")) {
      JsonNode list = new ObjectMapper().readTree(sample("harvest/" + file)).get("task_instances");
      for (JsonNode each : list) {
        if (OUTCOMES.containsKey(each.get("state").asText())) {
          expected.put(id(each) + " " + each.get("try_number").asInt(), times(each));
        }
      }
    }
    Map<String, String> found = new TreeMap<>();
    for (ActivityExecution execution : whole().executions()) {
      for (Attempt each : execution.attempts()) {
        found.put(
            execution.activity().id() + " " + each.number(),
            seconds(each.submitted())
                + " "
                + seconds(each.pending())
                + " "
                + seconds(each.active())
                + " "
                + seconds(each.ended())
                + " "
                + each.outcome().orElseThrow()
                + " "
                + each.processor().orElseThrow());
      }
    }
    assertThat(found).isEqualTo(expected).hasSize(12);
  }

  private static String id(JsonNode each) {
    int index = each.get("map_index").asInt();
    String task = each.get("task_id").asText();
    return index < 0 ? task : task + "[" + index + "]";
  }

  /** Returns the times of a task; a queue time after the start belongs to a deferred task. */
  private static String times(JsonNode each) {
    String queued = each.get("queued_when").asText();
    boolean again = queued.compareTo(each.get("start_date").asText()) > 0;
    return (again ? "- -" : time(each, "scheduled_when") + " " + time(each, "queued_when"))
        + " "
        + time(each, "start_date")
        + " "
        + time(each, "end_date")
        + " "
        + OUTCOMES.get(each.get("state").asText())
        + " "
        + each.get("hostname").asText();
  }

  private static String time(JsonNode each, String key) {
    return OffsetDateTime.parse(each.get(key).asText()).toInstant().toString();
  }

  private static String seconds(OptionalLong nanos) {
    return nanos.isPresent() ? Times.instant(nanos.getAsLong()).toString() : "-";
  }

  @Test
  void read_sample_hasTheDependenciesOfItsTasks() throws IOException {
    Map<String, List<String>> instances = new LinkedHashMap<>();
    for (String file : List.of("instances-1.json", "instances-2.json")) {
      JsonNode list = new ObjectMapper().readTree(sample("harvest/" + file)).get("task_instances");
      list.forEach(
          each ->
              instances
                  .computeIfAbsent(each.get("task_id").asText(), any -> new ArrayList<>())
                  .add(id(each)));
    }
    Set<String> expected = new TreeSet<>();
    for (JsonNode task : new ObjectMapper().readTree(sample("harvest/tasks.json")).get("tasks")) {
      for (JsonNode next : task.get("downstream_task_ids")) {
        for (String from : instances.get(task.get("task_id").asText())) {
          for (String to : instances.get(next.asText())) {
            boolean inGroup = from.startsWith("load.") && to.startsWith("load.");
            if (!inGroup || from.endsWith(to.substring(to.indexOf('[')))) {
              expected.add(from + " -> " + to);
            }
          }
        }
      }
    }
    assertThat(dependencies(whole())).isEqualTo(expected).hasSize(18);
  }

  private static Set<String> dependencies(WorkflowRun run) {
    Set<String> found = new TreeSet<>();
    for (Dependency each : run.workflow().dependencies()) {
      found.add(each.from() + " -> " + each.to());
    }
    return found;
  }

  @Test
  void read_run_hasItsNameStartAndEnd() throws IOException {
    WorkflowRun run = whole();
    assertThat(run.name()).isEqualTo("harvest");
    assertThat(seconds(run.startNanos())).isEqualTo("2026-11-21T10:00:00.500Z");
    assertThat(run.isEnded()).isTrue();
    ActivityExecution task = run.execution("load.copy[1]").orElseThrow();
    assertThat(task.activity().type()).isEqualTo("load.copy");
    assertThat(task.activity().attributes())
        .containsEntry("pool", "default_pool")
        .containsEntry("operator", "PythonOperator")
        .containsEntry("host", "worker-2");
  }

  @Test
  void read_tasksThatDidNotRun_areSkipped() throws IOException {
    WorkflowRun run = whole();
    assertThat(run.execution("full_report").orElseThrow().isSkipped()).isTrue();
    ActivityExecution publish = run.execution("publish").orElseThrow();
    assertThat(publish.isSkipped()).isTrue();
    assertThat(publish.activity().attributes()).containsEntry("state", "upstream_failed");
    assertThat(messages(run))
        .contains("tasks that were not run, because tasks before them had failed")
        .anyMatch(text -> text.startsWith("tasks that were queued again after their start"));
  }

  @Test
  void read_commandLine_hasTimesAndTheGraphBesideIt() throws IOException {
    for (String file : List.of("states.json", "graph.dot")) {
      Files.writeString(folder.resolve(file), sample("listed/" + file));
    }
    WorkflowRun run = Flowgauge.read(folder);
    Path other = Files.createDirectory(folder.resolve("other"));
    for (String file : FILES) {
      Files.writeString(other.resolve(file), sample("harvest/" + file));
    }
    WorkflowRun whole = Flowgauge.read(other);
    assertThat(dependencies(run)).isEqualTo(dependencies(whole));
    for (ActivityExecution each : whole.executions()) {
      ActivityExecution listed = run.execution(each.activity().id()).orElseThrow();
      assertThat(listed.isSkipped()).isEqualTo(each.isSkipped());
      if (!each.attempts().isEmpty()) {
        Attempt last = each.attempts().get(each.attempts().size() - 1);
        Attempt only = listed.attempts().get(0);
        assertThat(only.active()).isEqualTo(last.active());
        assertThat(only.ended()).isEqualTo(last.ended());
      }
    }
  }

  @Test
  void read_namedPage_takesTheOthersBesideIt() throws IOException {
    whole();
    WorkflowRun run = Flowgauge.read(folder.resolve("instances-2.json"));
    assertThat(run.executions()).hasSize(13);
    assertThat(run.execution("clean[1]").orElseThrow().attempts()).hasSize(2);
  }

  @Test
  void read_listsWithTotalsOfTheirOwn_missNoPage() throws IOException {
    Files.writeString(
        folder.resolve("instances.json"),
        """
        {"task_instances": [{"task_id": "a", "dag_id": "d", "dag_run_id": "r", "try_number": 2,
          "state": "success", "start_date": "2026-01-01T10:02:00+00:00",
          "end_date": "2026-01-01T10:03:00+00:00", "hostname": "h"}], "total_entries": 1}
        """);
    Files.writeString(
        folder.resolve("tries.json"),
        """
        {"task_instances": [
          {"task_id": "a", "dag_id": "d", "dag_run_id": "r", "try_number": 1, "state": "failed",
            "start_date": "2026-01-01T10:00:00+00:00", "end_date": "2026-01-01T10:01:00+00:00"},
          {"task_id": "a", "dag_id": "d", "dag_run_id": "r", "try_number": 2, "state": "success",
            "start_date": "2026-01-01T10:02:00+00:00", "end_date": "2026-01-01T10:03:00+00:00"}],
          "total_entries": 2}
        """);
    Files.writeString(
        folder.resolve("runs.json"),
        "{\"dag_runs\": [{\"dag_id\": \"d\", \"dag_run_id\": \"r\"}], \"total_entries\": 365}");
    WorkflowRun run = Flowgauge.read(folder);
    assertThat(run.execution("a").orElseThrow().attempts()).hasSize(2);
    assertThat(messages(run)).noneMatch(message -> message.contains("further pages"));
  }

  @Test
  void read_missingPageAndTries_areRemarks() throws IOException {
    WorkflowRun run = read("instances-1.json");
    assertThat(run.executions()).hasSize(5);
    assertThat(messages(run))
        .contains("task instances of further pages are missing: there are only 5 of 13")
        .anyMatch(text -> text.startsWith("task instances without their earlier tries"));
  }

  @ParameterizedTest
  @CsvSource({
    "success, COMPLETED",
    "failed, FAILED",
    "up_for_retry, FAILED",
    "skipped, COMPLETED",
    "removed, ABORTED"
  })
  void read_state_endsTheTry(String state, EventType end) throws IOException {
    assertThat(one(state).outcome()).contains(end);
  }

  @ParameterizedTest
  @CsvSource({"running", "restarting", "deferred", "up_for_reschedule", "somewhere"})
  void read_stateThatGoesOn_leavesTheTryOpen(String state) throws IOException {
    Attempt only = one(state);
    assertThat(only.ended()).isEmpty();
    assertThat(only.active()).isPresent();
  }

  private Attempt one(String state) throws IOException {
    Path file =
        Files.writeString(
            folder.resolve("one.json"),
            "{\"dag_id\":\"d\",\"dag_run_id\":\"r\",\"task_id\":\"t\",\"map_index\":-1,\"state\":\""
                + state
                + "\",\"try_number\":1,\"hostname\":\"h\",\"start_date\":\"2026-11-21T10:00:00Z\","
                + "\"end_date\":\"2026-11-21T10:00:05+00:00\",\"sla_miss\":null}");
    return Flowgauge.read(file).execution("t").orElseThrow().attempts().get(0);
  }

  @Test
  void read_severalRuns_saysSo() throws IOException {
    Files.writeString(folder.resolve("a.json"), sample("harvest/instances-1.json"));
    Files.writeString(
        folder.resolve("b.json"),
        sample("harvest/instances-2.json").replace("manual__", "scheduled__"));
    assertRefused(folder, "2 runs: a.json (airflow), b.json (airflow)");
    Path both =
        Files.writeString(
            Files.createDirectory(folder.resolve("both")).resolve("both.json"),
            sample("harvest/instances-1.json")
                .replaceFirst("manual__2026-11-21T09", "manual__2026-11-22T09"));
    assertRefused(both, "task instances of 2 runs");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "\"2026-11-21T10:00:01.500000Z\" | \"yesterday\" | a time such as",
        "\"map_index\": 0 | \"map_index\": -2 | the index of a mapped task",
        "\"try_number\": 1 | \"try_number\": {} | the number of a try",
        "\"task_id\": \"fetch\" | \"task_id\": null | the name of its task"
      })
  void read_damage_namesTheInstance(String good, String bad, String expected) throws IOException {
    Path file =
        Files.writeString(
            folder.resolve("run.json"), sample("harvest/instances-1.json").replace(good, bad));
    assertRefused(file, expected);
    assertRefused(file, "$.task_instances[");
  }

  private static void assertRefused(Path path, String words) {
    assertThatThrownBy(() -> Flowgauge.read(path))
        .isInstanceOf(TraceFormatException.class)
        .hasMessageContaining(words);
  }

  @Test
  void read_mappedTasksOfManyInstances_staySmall() throws IOException {
    StringBuilder text = new StringBuilder("{\"task_instances\":[");
    for (int k = 0; k < 2400; k++) {
      text.append(k == 0 ? "" : ",")
          .append("{\"dag_id\":\"d\",\"dag_run_id\":\"r\",\"task_id\":\"")
          .append(k % 2 == 0 ? "a" : "b")
          .append("\",\"map_index\":")
          .append(k / 2)
          .append(",\"state\":\"success\",\"start_date\":\"2026-11-21T10:00:00Z\"")
          .append(",\"end_date\":\"2026-11-21T10:00:05Z\"}");
    }
    Files.writeString(folder.resolve("instances.json"), text.append("]}"));
    Files.writeString(
        folder.resolve("tasks.json"),
        "{\"tasks\":[{\"task_id\":\"a\",\"downstream_task_ids\":[\"b\"]}]}");
    WorkflowRun run = Flowgauge.read(folder);
    assertThat(run.workflow().dependencies()).hasSize(1200);
    assertThat(messages(run)).anyMatch(each -> each.startsWith("more than"));
  }
}
