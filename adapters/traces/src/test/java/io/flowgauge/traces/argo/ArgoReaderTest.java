package io.flowgauge.traces.argo;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.flowgauge.Flowgauge;
import io.flowgauge.run.ActivityExecution;
import io.flowgauge.run.Attempt;
import io.flowgauge.run.EventType;
import io.flowgauge.run.WorkflowRun;
import io.flowgauge.trace.TraceFormatException;
import io.flowgauge.workflow.Dependency;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ArgoReaderTest {
  private static final String NAME = "mosaic-x7k2p";

  @TempDir private Path folder;

  private static String sample() throws IOException {
    try (InputStream in = ArgoReaderTest.class.getResourceAsStream("workflow.json")) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    }
  }

  private WorkflowRun read(String text) throws IOException {
    return Flowgauge.read(Files.writeString(folder.resolve("workflow.json"), text));
  }

  @Test
  void read_sample_hasTheTimesOfEveryPod() throws IOException {
    List<String> expected = new ArrayList<>();
    JsonNode nodes = new ObjectMapper().readTree(sample()).at("/status/nodes");
    for (JsonNode node : nodes) {
      if (node.get("type").asText().equals("Pod")) {
        expected.add(
            Instant.parse(node.get("startedAt").asText())
                + " "
                + Instant.parse(node.get("finishedAt").asText())
                + " "
                + node.get("phase").asText().equals("Succeeded")
                + " "
                + node.get("hostNodeName").asText());
      }
    }
    List<String> found = new ArrayList<>();
    for (ActivityExecution each : read(sample()).executions()) {
      for (Attempt attempt : each.attempts()) {
        found.add(
            time(attempt.submitted().orElseThrow())
                + " "
                + time(attempt.ended().orElseThrow())
                + " "
                + attempt.outcome().equals(Optional.of(EventType.COMPLETED))
                + " "
                + attempt.processor().orElseThrow());
      }
    }
    assertThat(found).containsExactlyInAnyOrderElementsOf(expected).hasSize(6);
  }

  private static Instant time(long nanos) {
    return Instant.ofEpochSecond(0, nanos);
  }

  @Test
  void read_sample_findsWhatFollowsWhatThroughGroups() throws IOException {
    WorkflowRun run = read(sample());
    assertThat(run.name()).isEqualTo(NAME);
    assertThat(run.isEnded()).isTrue();
    assertThat(run.workflow().dependencies())
        .containsExactlyInAnyOrder(
            dependency(".split", ".map(0:a)"),
            dependency(".split", ".map(1:b)"),
            dependency(".map(0:a)", ".checks[0].count"),
            dependency(".map(1:b)", ".checks[0].count"),
            dependency(".map(0:a)", ".preview"),
            dependency(".map(1:b)", ".preview"),
            dependency(".checks[0].count", ".merge"),
            dependency(".preview", ".merge"));
    ActivityExecution retried = run.execution(NAME + ".map(1:b)").orElseThrow();
    assertThat(retried.attempts())
        .extracting(Attempt::outcome)
        .containsExactly(Optional.of(EventType.FAILED), Optional.of(EventType.COMPLETED));
    assertThat(retried.activity().type()).isEqualTo("map");
    assertThat(run.execution(NAME + ".preview").orElseThrow().isSkipped()).isTrue();
  }

  private static Dependency dependency(String from, String to) {
    return new Dependency(NAME + from, NAME + to);
  }

  @Test
  void read_runThatGoesOn_leavesItsPodsOpen() throws IOException {
    WorkflowRun run =
        read(
            """
            {"apiVersion": "argoproj.io/v1alpha1", "kind": "Workflow", "metadata": {"name": "w"},
             "status": {"phase": "Running", "startedAt": "2026-11-20T10:00:00Z", "finishedAt": null,
              "nodes": {"w": {"id": "w", "name": "w", "type": "Pod", "phase": "Running",
               "templateName": "t", "startedAt": "2026-11-20T10:00:00Z", "finishedAt": null}}}}
            """);
    assertThat(run.isFinished()).isFalse();
    assertThat(run.execution("w").orElseThrow().attempts().get(0).ended()).isEmpty();
  }

  /** A template written inline in a task has no name, and its nodes state none. */
  @Test
  void read_templatesWithoutAName_areOfTheTypeOfTheirTask() throws IOException {
    WorkflowRun run =
        read(
            """
            {"apiVersion": "argoproj.io/v1alpha1", "metadata": {"name": "w"}, "status": {"nodes": {
              "w": {"name": "w", "type": "DAG", "templateName": "main", "children": ["w-1", "w-2"]},
              "w-1": {"name": "w.map(0:a.b(c))", "displayName": "map(0:a.b(c))", "type": "Pod",
                "phase": "Succeeded", "startedAt": "2026-11-20T10:00:00Z",
                "finishedAt": "2026-11-20T10:01:00Z", "children": ["w-2"]},
              "w-2": {"name": "w.end", "displayName": "end", "type": "Pod", "phase": "Pending"},
              "w-3": {"name": "w.odd", "type": "Pod", "phase": "Pending"}}}}
            """);
    assertThat(run.workflow().activities())
        .extracting(each -> each.type())
        .containsExactly("map", "end", "w.odd");
    assertThat(run.workflow().dependencies())
        .containsExactly(new Dependency("w.map(0:a.b(c))", "w.end"));
  }

  @Test
  void read_exitHandler_followsAllOthers() throws IOException {
    WorkflowRun run =
        read(
            """
            {"apiVersion": "argoproj.io/v1alpha1", "metadata": {"name": "w"}, "status": {"nodes": {
              "w": {"name": "w", "type": "DAG", "children": ["w-1", "w-2"]},
              "w-1": {"name": "w.a", "type": "Pod", "phase": "Succeeded", "children": ["w-3"]},
              "w-2": {"name": "w.b", "type": "Pod", "phase": "Failed"},
              "w-3": {"name": "w.c", "type": "Pod", "phase": "Succeeded"},
              "w-4": {"name": "w.onExit", "type": "Steps", "children": ["w-5"]},
              "w-5": {"name": "w.onExit[0]", "type": "StepGroup", "children": ["w-6"]},
              "w-6": {"name": "w.onExit[0].mail", "type": "Pod", "children": ["w-7"]},
              "w-7": {"name": "w.onExit[1].log", "type": "Pod"}}}}
            """);
    assertThat(run.workflow().dependencies())
        .containsExactlyInAnyOrder(
            new Dependency("w.a", "w.c"),
            new Dependency("w.c", "w.onExit[0].mail"),
            new Dependency("w.b", "w.onExit[0].mail"),
            new Dependency("w.onExit[0].mail", "w.onExit[1].log"));
  }

  @Test
  void read_containersOfAPod_arePartsOfIt() throws IOException {
    WorkflowRun run =
        read(
            """
            {"apiVersion": "argoproj.io/v1alpha1", "metadata": {"name": "w"}, "status": {"nodes": {
              "w-1": {"name": "w.a", "type": "Pod", "phase": "Succeeded", "children": ["w-2"]},
              "w-2": {"name": "w.a.main", "type": "Container", "children": ["w-3"]},
              "w-3": {"name": "w.b", "type": "Pod", "phase": "Succeeded"}}}}
            """);
    assertThat(run.workflow().dependencies()).containsExactly(new Dependency("w.a", "w.b"));
    assertThat(run.workflow().activityCount()).isEqualTo(2);
  }

  @Test
  void read_packedNodes_saysHowToGetThem() {
    assertThatThrownBy(
            () ->
                read(
                    """
                    {"apiVersion": "argoproj.io/v1alpha1", "metadata": {"name": "w"},
                     "status": {"phase": "Running", "compressedNodes": "H4sIAAAA"}}
                    """))
        .isInstanceOf(TraceFormatException.class)
        .hasMessageContaining("compressed nodes")
        .hasMessageContaining("argo get -o json");
  }
}
