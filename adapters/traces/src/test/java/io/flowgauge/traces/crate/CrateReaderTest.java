package io.flowgauge.traces.crate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.flowgauge.Flowgauge;
import io.flowgauge.run.ActivityExecution;
import io.flowgauge.run.EventType;
import io.flowgauge.run.TimeBase;
import io.flowgauge.run.WorkflowRun;
import io.flowgauge.trace.Diagnostic;
import io.flowgauge.trace.TraceFormatException;
import io.flowgauge.traces.files.HostileInput;
import io.flowgauge.workflow.ActivityKind;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CrateReaderTest {
  private static final String CONTEXT = "\"@context\": \"https://w3id.org/ro/crate/1.1/context\"";

  @TempDir private Path folder;

  private static WorkflowRun words() throws IOException {
    return Flowgauge.read(HostileInput.sample(CrateReaderTest.class, "words"));
  }

  private WorkflowRun read(String... entities) throws IOException {
    Path file = folder.resolve("ro-crate-metadata.json");
    Files.writeString(file, "{" + CONTEXT + ", \"@graph\": [" + String.join(", ", entities) + "]}");
    return Flowgauge.read(file);
  }

  /** Returns an action; times are seconds within one minute. */
  private static String action(String id, String used, String made, int start, int end) {
    return """
        {"@id": "#%s", "@type": "CreateAction", "name": "%s", "object": {"@id": "%s"},
         "result": {"@id": "%s"}, "startTime": "2026-01-01T00:00:%02d",
         "endTime": "2026-01-01T00:00:%02d"}"""
        .formatted(id, id, used, made, start, end);
  }

  @Test
  void read_provenanceCrate_givesActivitiesTypesAndDependencies() throws IOException {
    WorkflowRun run = words();
    assertThat(run.name()).isEqualTo("run of words");
    assertThat(run.timeBase()).isEqualTo(TimeBase.UTC);
    assertThat(run.workflow().activities())
        .extracting(a -> a.id() + ": " + a.type() + ", " + a.kind())
        .containsExactlyInAnyOrder(
            "split: split-words, COMPUTE",
            "count a: count-words, COMPUTE",
            "count b: count-words, COMPUTE",
            "merge: merge-words, COMPUTE",
            "publish: publish, TRANSFER");
    assertThat(run.workflow().dependencies())
        .extracting(Object::toString)
        .containsExactlyInAnyOrder(
            "split -> count a",
            "split -> count b",
            "count a -> merge",
            "count b -> merge",
            "merge -> publish");
  }

  @Test
  void read_provenanceCrate_givesTimesAttemptsAndAttributes() throws IOException {
    WorkflowRun run = words();
    assertThat(run.startNanos()).hasValue(1772355600L * 1_000_000_000L);
    ActivityExecution count = run.execution("count a").orElseThrow();
    assertThat(count.attempts())
        .extracting(attempt -> attempt.outcome().orElseThrow())
        .containsExactly(EventType.FAILED, EventType.COMPLETED);
    ActivityExecution split = run.execution("split").orElseThrow();
    assertThat(split.wallclock()).contains(Duration.ofMillis(4200));
    assertThat(split.activity().attributes())
        .containsEntry("agent", "Alice")
        .containsEntry("step", "split")
        .containsEntry("resourceUsage.peakMemory", "35 MegaBYTE");
    ActivityExecution publish = run.execution("publish").orElseThrow();
    assertThat(publish.activity().kind()).isEqualTo(ActivityKind.TRANSFER);
    assertThat(publish.attempts()).isEmpty();
    assertThat(run.diagnostics())
        .extracting(Diagnostic::message)
        .contains(
            "actions without times",
            "activities whose failed actions are taken as earlier attempts");
  }

  @Test
  void read_contentMadeTwice_dependsOnTheLastMakerBefore() throws IOException {
    WorkflowRun run =
        read(
            action("a", "in", "x", 1, 2),
            action("b", "in", "x", 3, 4),
            action("c", "x", "y", 5, 6),
            action("d", "in", "x", 7, 8));
    assertThat(run.workflow().dependencies())
        .extracting(Object::toString)
        .containsExactly("b -> c");
    assertThat(run.timeBase()).isEqualTo(TimeBase.UNKNOWN_ZONE);
  }

  @Test
  void read_contentMadeAfterItsUse_givesNoDependency() throws IOException {
    WorkflowRun run = read(action("a", "x", "y", 1, 2), action("b", "y", "x", 3, 4));
    assertThat(run.workflow().dependencies())
        .extracting(Object::toString)
        .containsExactly("a -> b");
    assertThat(run.diagnostics())
        .anyMatch(
            d ->
                d.message()
                    .startsWith(
                        "data with several producers, or with one that began after its use"));
  }

  @Test
  void read_workflowActionAlone_isOneActivity() throws IOException {
    WorkflowRun run =
        read(
            "{\"@id\": \"w\", \"@type\": [\"File\", \"ComputationalWorkflow\"]}",
            "{\"@id\": \"#r\", \"@type\": \"CreateAction\", \"name\": \"all\", \"instrument\":"
                + " {\"@id\": \"w\"}, \"startTime\": \"2026-01-01\","
                + " \"actionStatus\": \"http://schema.org/ActiveActionStatus\"}");
    assertThat(run.workflow().activities()).extracting(a -> a.id()).containsExactly("all");
    assertThat(run.diagnostics())
        .extracting(Diagnostic::message)
        .contains(
            "only the workflow as a whole has an action: it is read as one activity",
            "times that are not a date and time, left out");
  }

  @Test
  void read_crateOfNoRun_isNotTakenForOne() {
    assertThatThrownBy(() -> read("{\"@id\": \"./\", \"@type\": \"Dataset\"}"))
        .isInstanceOf(TraceFormatException.class)
        .hasMessageContaining("text of no known format")
        .hasMessageEndingWith("work-queue-transactions");
  }

  @Test
  void read_circlesOfParts_areFollowedOnce() throws IOException {
    WorkflowRun run =
        read(
            "{\"@id\": \"d\", \"@type\": \"Dataset\", \"hasPart\": {\"@id\": \"e\"}}",
            "{\"@id\": \"e\", \"@type\": \"Dataset\", \"hasPart\": [{\"@id\": \"d\"}, \"f\"]}",
            action("a", "in", "f", 1, 2),
            action("b", "d", "y", 3, 4));
    assertThat(run.workflow().dependencies())
        .extracting(Object::toString)
        .containsExactly("a -> b");
  }

  @Test
  void read_damagedFiles_areRunsOrRefused() throws IOException {
    HostileInput.survive(HostileInput.sample(CrateReaderTest.class, "words"), folder, 120);
  }
}
