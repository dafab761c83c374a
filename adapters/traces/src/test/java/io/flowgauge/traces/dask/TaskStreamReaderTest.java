package io.flowgauge.traces.dask;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.flowgauge.Flowgauge;
import io.flowgauge.run.ActivityExecution;
import io.flowgauge.run.Attempt;
import io.flowgauge.run.EventType;
import io.flowgauge.run.Phase;
import io.flowgauge.run.WorkflowRun;
import io.flowgauge.trace.TraceFormatException;
import java.io.IOException;
import java.io.InputStream;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TaskStreamReaderTest {
  @TempDir private Path folder;

  private static String sample(String name) throws IOException {
    try (InputStream in = TaskStreamReaderTest.class.getResourceAsStream(name)) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    }
  }

  private WorkflowRun read(String text) throws IOException {
    return Flowgauge.read(Files.writeString(folder.resolve("tasks.json"), text));
  }

  @Test
  void read_recordedStream_hasEveryAttemptAndPhase() throws IOException {
    String text = sample("stream/tasks.json");
    assertThat(attempts(read(text))).isEqualTo(attempts(text)).hasSize(15);
  }

  /** Returns times and outcome of each attempt, with the worker and phases of the last one. */
  private static Map<String, List<String>> attempts(WorkflowRun run) {
    Map<String, List<String>> all = new TreeMap<>();
    for (ActivityExecution each : run.executions()) {
      List<String> lines = all.computeIfAbsent(each.activity().id(), id -> new ArrayList<>());
      for (Attempt attempt : each.attempts()) {
        String outcome = attempt.outcome().orElseThrow().name();
        lines.add(attempt.active().orElseThrow() + "-" + attempt.ended().orElseThrow() + outcome);
      }
      lines.add(each.processor().orElseThrow());
      for (Phase phase : each.phases()) {
        lines.add(phase.name() + phase.beginNanos() + "-" + phase.endNanos());
      }
    }
    return all;
  }

  /**
   * Returns the same values from the text, read field by field in Dask's order, independently of
   * the reader.
   */
  private static Map<String, List<String>> attempts(String text) {
    Map<String, String> names =
        Map.of("compute", "compute", "transfer", "stage-in", "deserialize", "extract");
    Map<String, List<String>> all = new TreeMap<>();
    Map<String, List<String>> last = new TreeMap<>();
    for (String record : text.split("(?m)^ \\{$", -1)) {
      Matcher part =
          Pattern.compile("\"action\": \"(.*)\",\\s+\"start\": ([0-9.]+),\\s+\"stop\": ([0-9.]+)")
              .matcher(record);
      List<String> phases = new ArrayList<>();
      String computed = "";
      while (part.find()) {
        computed = nanos(part.group(2)) + "-" + nanos(part.group(3));
        phases.add(names.get(part.group(1)) + computed);
      }
      if (!phases.isEmpty()) {
        String outcome = field(record, "status").equals("OK") ? "COMPLETED" : "FAILED";
        String key = field(record, "key");
        all.computeIfAbsent(key, id -> new ArrayList<>()).add(computed + outcome);
        phases.add(0, field(record, "worker"));
        last.put(key, phases);
      }
    }
    all.forEach((key, lines) -> lines.addAll(last.get(key)));
    return all;
  }

  private static String field(String record, String name) {
    Matcher field = Pattern.compile("(?m)^  \"" + name + "\": \"(.*)\"").matcher(record);
    assertThat(field.find()).isTrue();
    return field.group(1);
  }

  private static long nanos(String seconds) {
    return new BigDecimal(seconds).movePointRight(9).longValue();
  }

  @Test
  void read_recordedStream_hasTypesHostsAndFailures() throws IOException {
    WorkflowRun run = read(sample("stream/tasks.json"));
    assertThat(run.workflow().dependencies()).isEmpty();
    ActivityExecution bad = run.execution("bad-4034c7da628ae000596159f64aaab7dd").orElseThrow();
    assertThat(bad.activity().type()).isEqualTo("bad");
    assertThat(bad.attempts())
        .hasSize(2)
        .allMatch(attempt -> attempt.outcome().equals(Optional.of(EventType.FAILED)));
    assertThat(bad.activity().attributes())
        .containsEntry("exception_text", "RuntimeError('bad')")
        .containsEntry("host", "10.0.0.7");
    assertThat(run.processors()).hasSize(2);
    ActivityExecution combine =
        run.execution("combine-d25800cf-f082-43e3-b3f2-91de03cd5c49").orElseThrow();
    assertThat(combine.attempts().get(0).pending()).hasValue(combine.phases().get(0).beginNanos());
    assertThat(combine.phases().get(0).name()).isEqualTo("stage-in");
  }

  @Test
  void read_tupleKeysAndLines_areTasks() throws IOException {
    String task =
        """
        {"key": ["sum-ae05086432ca935f6eba409a8ecd4896", 0, [1, "a"]], "worker": "tls://[fe80::1]:4033", "thread": 7, "startstops": [{"action": "transfer", "start": 0.5, "stop": 1}, {"action": "compute", "start": 1, "stop": 2.5}, {"action": "brew", "start": 1, "stop": 2}], "status": "OK", "nbytes": null}
        """;
    WorkflowRun run = read(task + task + task.substring(0, 90));
    ActivityExecution sum =
        run.execution("('sum-ae05086432ca935f6eba409a8ecd4896', 0, (1, 'a'))").orElseThrow();
    assertThat(sum.activity().type()).isEqualTo("sum");
    assertThat(sum.activity().attributes()).containsEntry("host", "[fe80::1]");
    assertThat(sum.attempts()).hasSize(2);
    assertThat(run.diagnostics())
        .anyMatch(each -> each.message().startsWith("lines cut off"))
        .anyMatch(each -> each.message().startsWith("tasks computed again"))
        .anyMatch(each -> each.message().contains("'brew'"));
  }

  /** Cases from Dask's documentation of key_split. */
  @ParameterizedTest
  @CsvSource(
      quoteCharacter = '`',
      value = {
        "x, x",
        "x-1, x",
        "x-1-2-3, x",
        "`('x-2', 1)`, x",
        "`('x', 1)`, x",
        "hello-world-1, hello-world",
        "ae05086432ca935f6eba409a8ecd4896, data",
        "<module.submodule.myclass object at 0xdaf372, myclass",
        "x-abcdefab, x",
        "_(x), x",
        "``, Other",
      })
  void split_key_isAsInDask(String key, String prefix) {
    assertThat(DaskKey.split(key)).isEqualTo(prefix);
  }

  @Test
  void read_recordThatCannotBe_saysWhere() {
    assertThatThrownBy(
            () ->
                read(
                    "[{\"key\": \"a\", \"thread\": 1, \"startstops\": [{\"action\": \"compute\","
                        + " \"start\": \"now\"}]}]"))
        .isInstanceOf(TraceFormatException.class)
        .hasMessageContaining("$[0].startstops[0].start")
        .hasMessageContaining("a time in seconds since 1970");
    assertThatThrownBy(() -> read("[{\"startstops\": [], \"thread\": 1, \"x\": \"\\\"key\\\"\"}]"))
        .isInstanceOf(TraceFormatException.class)
        .hasMessageContaining("found");
  }
}
