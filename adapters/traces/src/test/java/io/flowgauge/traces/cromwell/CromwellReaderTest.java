package io.flowgauge.traces.cromwell;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.flowgauge.Flowgauge;
import io.flowgauge.run.ActivityExecution;
import io.flowgauge.run.Attempt;
import io.flowgauge.run.EventType;
import io.flowgauge.run.Phase;
import io.flowgauge.run.WorkflowRun;
import io.flowgauge.trace.TraceFormatException;
import io.flowgauge.workflow.Dependency;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.OptionalLong;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CromwellReaderTest {
  @TempDir private Path folder;

  private static String sample() throws IOException {
    try (InputStream in = CromwellReaderTest.class.getResourceAsStream("metadata.json")) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    }
  }

  private WorkflowRun read(String text) throws IOException {
    return Flowgauge.read(Files.writeString(folder.resolve("metadata.json"), text));
  }

  @Test
  void read_sample_hasWhatATreeWalkFinds() throws IOException {
    String text = sample();
    WorkflowRun run = read(text);
    Map<String, String> expected = new TreeMap<>();
    walk("", new ObjectMapper().readTree(text), expected);
    Map<String, String> found = new TreeMap<>();
    for (ActivityExecution each : run.executions()) {
      for (Attempt attempt : each.attempts()) {
        found.put(each.activity().id() + " " + attempt.number(), shown(attempt));
      }
    }
    assertThat(found).isEqualTo(expected).hasSize(6);
  }

  private static String shown(Attempt attempt) {
    return millis(attempt.submitted())
        + " "
        + millis(attempt.pending())
        + " "
        + millis(attempt.ended())
        + " "
        + attempt.outcome().map(EventType::name).orElse("");
  }

  private static long millis(OptionalLong nanos) {
    return nanos.orElse(0) / 1_000_000;
  }

  /**
   * Reads independently of the reader: start, begin of the job, end and outcome of every attempt
   * that ran.
   */
  private static void walk(String prefix, JsonNode workflow, Map<String, String> into) {
    workflow
        .get("calls")
        .properties()
        .forEach(
            call ->
                call.getValue()
                    .forEach(
                        attempt -> {
                          int shard = attempt.get("shardIndex").asInt();
                          String id =
                              prefix + call.getKey() + (shard < 0 ? "" : " (" + shard + ")");
                          if (attempt.has("subWorkflowMetadata")) {
                            walk(id + "/", attempt.get("subWorkflowMetadata"), into);
                          } else if (!attempt.at("/callCaching/hit").asBoolean()) {
                            into.put(id + " " + attempt.get("attempt").asInt(), shown(attempt));
                          }
                        }));
  }

  private static String shown(JsonNode attempt) {
    long job = 0;
    for (JsonNode event : attempt.get("executionEvents")) {
      if (event.get("description").asText().equals("RunningJob")) {
        job = Instant.parse(event.get("startTime").asText()).toEpochMilli();
      }
    }
    String status = attempt.get("executionStatus").asText();
    return Instant.parse(attempt.get("start").asText()).toEpochMilli()
        + " "
        + job
        + " "
        + Instant.parse(attempt.get("end").asText()).toEpochMilli()
        + " "
        + (status.equals("Done") ? "COMPLETED" : "FAILED");
  }

  @Test
  void read_sample_hasDependenciesPhasesAndItsEnd() throws IOException {
    WorkflowRun run = read(sample());
    assertThat(run.name()).isEqualTo("align");
    assertThat(run.isEnded()).isTrue();
    assertThat(run.workflow().dependencies())
        .containsExactlyInAnyOrder(
            new Dependency("align.split", "align.map (0)"),
            new Dependency("align.split", "align.map (1)"),
            new Dependency("align.map (0)", "align.checks/checks.count"),
            new Dependency("align.map (1)", "align.checks/checks.count"),
            new Dependency("align.map (0)", "align.merge"),
            new Dependency("align.map (1)", "align.merge"),
            new Dependency("align.index", "align.merge"));
    ActivityExecution map = run.execution("align.map (1)").orElseThrow();
    assertThat(map.wallclock()).contains(Duration.ofSeconds(27));
    assertThat(map.phases()).extracting(Phase::name).containsExactly("stage-in", "stage-out");
    assertThat(map.activity().type()).isEqualTo("align.map");
    assertThat(map.activity().attributes()).containsEntry("cores", "2");
    assertThat(run.execution("align.index").orElseThrow().attempts()).isEmpty();
    assertThat(run.diagnostics()).anyMatch(each -> each.message().contains("from the cache"));
  }

  @Test
  void read_runThatGoesOn_leavesItsCallsOpen() throws IOException {
    WorkflowRun run =
        read(
            """
            {"workflowName": "w", "calls": {"w.a": [{"executionStatus": "Running", "attempt": 1,
              "shardIndex": -1, "backend": "Local", "start": "2026-11-20T10:00:00.000Z",
              "executionEvents": [{"description": "RunningJob",
                "startTime": "2026-11-20T10:00:02.000Z"}]}]}, "status": "Running"}
            """);
    assertThat(run.isFinished()).isFalse();
    Attempt open = run.execution("w.a").orElseThrow().attempts().get(0);
    assertThat(open.active()).isPresent();
    assertThat(open.outcome()).isEmpty();
  }

  @Test
  void read_inputsThatWereNotGiven_arePassedOver() throws IOException {
    WorkflowRun run =
        read(
            """
            {"workflowName": "w", "calls": {
              "w.a": [{"executionStatus": "Done", "callRoot": "/r/call-a",
                "inputs": {"image": null, "sizes": [1, null, 1e400], "isFast": true}}],
              "w.b": [{"executionStatus": "Done", "callRoot": "/r/call-b",
                "inputs": {"pair": {"left": null, "right": ["/r/call-a/out"]}}}]}}
            """);
    assertThat(run.workflow().dependencies()).containsExactly(new Dependency("w.a", "w.b"));
  }

  @Test
  void read_wrongValues_nameTheirPlace() {
    assertThatThrownBy(
            () ->
                read(
                    """
                    {"workflowName": "w", "calls": {"w.a": [{"start": "yesterday"}]}}
                    """))
        .isInstanceOf(TraceFormatException.class)
        .hasMessageContaining("$.calls['w.a'][0].start")
        .hasMessageContaining("'yesterday', expected a time such as");
    assertThatThrownBy(() -> read("{\"workflowName\": \"w\", \"calls\": {\"w.a\": 7}}"))
        .isInstanceOf(TraceFormatException.class)
        .hasMessageContaining("an array of attempts");
  }
}
