package io.flowgauge.traces.otlp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.flowgauge.Flowgauge;
import io.flowgauge.run.ActivityEvent;
import io.flowgauge.run.ActivityExecution;
import io.flowgauge.run.Phase;
import io.flowgauge.run.WorkflowRun;
import io.flowgauge.trace.Diagnostic;
import io.flowgauge.trace.TraceFormatException;
import io.flowgauge.traces.files.HostileInput;
import io.flowgauge.workflow.Dependency;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class OtlpReaderTest {
  @TempDir private Path folder;

  private static WorkflowRun engine() throws IOException {
    return Flowgauge.read(HostileInput.sample(OtlpReaderTest.class, "engine.jsonl"));
  }

  private WorkflowRun read(String spans) throws IOException {
    Path file = folder.resolve("spans.json");
    Files.writeString(
        file, "{\"resourceSpans\": [{\"scopeSpans\": [{\"spans\": [" + spans + "]}]}]}");
    return Flowgauge.read(file);
  }

  private static String span(String id, String parent, String name, String more) {
    String trace = "5b8efff798038103d269b633813fc60c";
    return "{\"traceId\": \"%s\", \"spanId\": \"000000000000000%s\", \"parentSpanId\": \"%s\", \"name\": \"%s\", \"startTimeUnixNano\": \"10\", \"endTimeUnixNano\": \"20\"%s}"
        .formatted(trace, id, parent.isEmpty() ? "" : "000000000000000" + parent, name, more);
  }

  private static String link(String to) {
    return ", \"links\": [{\"traceId\": \"5b8efff798038103d269b633813fc60c\", \"spanId\": \"000000000000000%s\"}]"
        .formatted(to);
  }

  private static List<String> events(WorkflowRun run, String id) {
    return run.execution(id).orElseThrow().graph().events().stream()
        .map(e -> e.type() + " " + (e.epochNanos() - 1544712660000000000L) / 1_000_000_000L)
        .toList();
  }

  @Test
  void read_linesOfACollector_giveActivitiesByLinks() throws IOException {
    WorkflowRun run = engine();
    assertThat(run.name()).isEqualTo("nightly");
    assertThat(run.workflow().activities())
        .extracting(activity -> activity.id())
        .containsExactly("split", "count (eee19b7ec3c1b102)", "report", "count (eee19b7ec3c1b105)");
    assertThat(run.workflow().dependencies())
        .containsExactly(
            new Dependency("split", "count (eee19b7ec3c1b102)"), new Dependency("split", "report"));
    assertThat(events(run, "split")).containsExactly("ACTIVE 1", "COMPLETED 5");
    assertThat(events(run, "count (eee19b7ec3c1b102)"))
        .containsExactly("STARTED 5", "PENDING 6", "ACTIVE 8", "FAILED 12");
    assertThat(events(run, "count (eee19b7ec3c1b105)")).containsExactly("ACTIVE 31");
  }

  @Test
  void read_linesOfACollector_keepAttributesPhasesAndProcessors() throws IOException {
    WorkflowRun run = engine();
    ActivityExecution count = run.execution("count (eee19b7ec3c1b102)").orElseThrow();
    assertThat(count.processor()).contains("node2");
    assertThat(count.activity().type()).isEqualTo("count");
    assertThat(count.activity().attributes())
        .containsEntry("exception.message", "out of memory")
        .containsEntry("status.message", "killed");
    assertThat(run.execution("split").orElseThrow().activity().attributes())
        .containsEntry("cpus", "4")
        .containsEntry("tags", "[a, true]")
        .containsEntry("service.name", "engine");
    assertThat(run.execution("report").orElseThrow().phases())
        .containsExactly(new Phase("stage-in", 1544712673000000000L, 1544712675000000000L));
  }

  @Test
  void read_linesOfACollector_nameWhatIsMissing() throws IOException {
    assertThat(engine().diagnostics())
        .extracting(Diagnostic::message)
        .anyMatch(text -> text.startsWith("events of a span were dropped"))
        .anyMatch(text -> text.startsWith("links of a span, and with them dependencies, were"))
        .anyMatch(text -> text.startsWith("links to spans that are not in the file"));
  }

  @Test
  void read_parentsWithoutLinks_giveNoDependency() throws IOException {
    WorkflowRun run =
        read(
            span("1", "", "run", "")
                + ","
                + span("2", "1", "a", "")
                + ","
                + span("3", "1", "b", ""));
    assertThat(run.workflow().activities()).extracting(a -> a.id()).containsExactly("a", "b");
    assertThat(run.workflow().dependencies()).isEmpty();
  }

  @Test
  void read_nestedLinkedSpans_takeTheInnermost() throws IOException {
    WorkflowRun run =
        read(
            span("1", "", "outer", link("4"))
                + ","
                + span("2", "1", "a", "")
                + ","
                + span("3", "1", "b", link("2"))
                + ","
                + span("4", "", "before", ""));
    assertThat(run.workflow().activities())
        .extracting(a -> a.id())
        .containsExactlyInAnyOrder("a", "b", "before");
    assertThat(run.workflow().dependencies()).containsExactly(new Dependency("a", "b"));
    assertThat(run.diagnostics())
        .anyMatch(d -> d.message().equals("links of spans around activities, not used"));
  }

  @Test
  void read_parentsInACircle_areReadOnceEach() throws IOException {
    WorkflowRun run =
        read(
            span("1", "2", "a", "")
                + ","
                + span("2", "1", "b", "")
                + ","
                + span("3", "1", "c", ""));
    assertThat(run.workflow().activities()).extracting(a -> a.id()).containsExactly("c");
  }

  @Test
  void read_attemptsByAttribute_areOneActivity() throws IOException {
    String id =
        ", \"attributes\": [{\"key\": \"flowgauge.activity.id\", \"value\": {\"stringValue\": \"x\"}}, {\"key\": \"flowgauge.attempt\", \"value\": {\"intValue\": %d}}]";
    WorkflowRun run =
        read(
            span("1", "", "x", id.formatted(1) + ", \"status\": {\"code\": 2}")
                + ","
                + span("2", "", "x", id.formatted(2)));
    assertThat(run.execution("x").orElseThrow().attempts()).hasSize(2);
    assertThat(run.execution("x").orElseThrow().graph().events())
        .extracting(ActivityEvent::toString)
        .hasSize(4)
        .anyMatch(text -> text.startsWith("FAILED[x, attempt 1"))
        .anyMatch(text -> text.startsWith("COMPLETED[x, attempt 2"));
  }

  @Test
  void read_circleOfLinks_isRefusedInOneLine() {
    assertThatThrownBy(
            () -> read(span("1", "", "a", link("2")) + "," + span("2", "", "b", link("1"))))
        .isInstanceOf(TraceFormatException.class)
        .hasMessageContaining("a -> b -> a");
  }

  @Test
  void read_idsInCapitalsOrBase64_areTheSameIds() throws IOException {
    String capitals =
        ", \"links\": [{\"traceId\": \"5B8EFFF798038103D269B633813FC60C\", \"spanId\": \"0000000000000001\"}]";
    String base64 =
        ", \"links\": [{\"traceId\": \"W47/95gDgQPSabYzgT/GDA==\", \"spanId\": \"AAAAAAAAAAI=\"}]";
    WorkflowRun run =
        read(
            String.join(
                ",",
                span("1", "", "a", ""),
                span("2", "", "b", capitals),
                span("3", "", "c", base64)));
    assertThat(run.workflow().dependencies())
        .containsExactly(new Dependency("a", "b"), new Dependency("b", "c"));
  }

  @Test
  void read_sameSpanIdsInOtherTraces_areOtherSpans() throws IOException {
    String first = span("1", "", "a", "");
    String second = span("2", "", "b", link("1"));
    WorkflowRun run =
        read(
            String.join(
                ",",
                first,
                second,
                first.replace("60c", "60d").replace("\"a\"", "\"c\""),
                second.replace("5b8", "6b8").replace("\"b\"", "\"d\"")));
    assertThat(run.workflow().activities()).hasSize(4);
    assertThat(run.workflow().dependencies()).containsExactly(new Dependency("a", "b"));
    assertThat(run.diagnostics())
        .extracting(Diagnostic::message)
        .anyMatch(text -> text.startsWith("links to spans that are not in the file"));
  }

  @Test
  void read_manyKeys_keepsAllAttributes() throws IOException {
    StringBuilder attributes = new StringBuilder();
    for (int k = 0; k < 3000; k++) {
      attributes.append(k == 0 ? "" : ",");
      attributes.append("{\"key\": \"k%d\", \"value\": {\"intValue\": %d}}".formatted(k % 1500, k));
    }
    WorkflowRun run = read(span("1", "", "a", ", \"attributes\": [" + attributes + "]"));
    assertThat(run.execution("a").orElseThrow().activity().attributes())
        .hasSize(1500)
        .containsEntry("k0", "1500")
        .containsEntry("k1499", "2999");
  }

  @Test
  void read_manyTexts_keepsEach() throws IOException {
    String longText = "é\\n\\u00fc".repeat(30);
    StringBuilder attributes = new StringBuilder();
    for (int k = 0; k < 4000; k++) {
      String text = k % 1000 == 0 ? "" : k % 7 == 0 ? longText + k : "v" + k % 1100;
      attributes.append(k == 0 ? "" : ",");
      attributes.append(
          "{\"key\": \"k%d\", \"value\": {\"stringValue\": \"%s\"}}".formatted(k, text));
    }
    Map<String, String> read =
        read(span("1", "", "a", ", \"attributes\": [" + attributes + "]"))
            .execution("a")
            .orElseThrow()
            .activity()
            .attributes();
    assertThat(read)
        .hasSize(4000)
        .containsEntry("k0", "")
        .containsEntry("k7", "é\nü".repeat(30) + 7)
        .containsEntry("k3998", "v698")
        .containsEntry("k1", "v1")
        .containsEntry("k1101", "v1");
  }

  @Test
  void read_badIdsAndTimes_areRefusedWithTheirPath() {
    assertThatThrownBy(() -> read("{\"spanId\": \"xyz\"}"))
        .isInstanceOf(TraceFormatException.class)
        .hasMessageContaining("$.resourceSpans[0].scopeSpans[0].spans[0].spanId: found \"xyz\"");
    assertThatThrownBy(() -> read("{\"startTimeUnixNano\": \"1e9\"}"))
        .hasMessageContaining("found \"1e9\", expected nanoseconds since 1970");
    assertThatThrownBy(() -> read("{\"startTimeUnixNano\": 1e999999999}"))
        .isInstanceOf(TraceFormatException.class);
    assertThatThrownBy(() -> read("")).hasMessageContaining("found no span");
  }

  @Test
  void read_damagedFiles_areRunsOrRefused() throws IOException {
    Path sample = folder.resolve("sample");
    Path copies = folder.resolve("copies");
    Files.createDirectories(sample);
    Files.createDirectories(copies);
    Files.copy(
        HostileInput.sample(OtlpReaderTest.class, "engine.jsonl"), sample.resolve("engine.jsonl"));
    HostileInput.survive(sample, copies, 120);
  }
}
