package io.flowgauge.traces.cwltool;

import static org.assertj.core.api.Assertions.assertThat;

import io.flowgauge.Flowgauge;
import io.flowgauge.run.ActivityExecution;
import io.flowgauge.run.TimeBase;
import io.flowgauge.run.WorkflowRun;
import io.flowgauge.testsupport.SharedData;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.util.Map;
import java.util.OptionalLong;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class CwltoolReaderTest {
  @TempDir private Path folder;

  private static String sample(String name) throws IOException {
    try (InputStream in = CwltoolReaderTest.class.getResourceAsStream(name)) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    }
  }

  private WorkflowRun read(String text) throws IOException {
    return Flowgauge.read(Files.writeString(folder.resolve("run.log"), text));
  }

  @ParameterizedTest
  @ValueSource(strings = {"parallel.log", "failed.log"})
  void read_recordedLog_hasTheTimesOfEveryJob(String name) throws IOException {
    String text = sample(name);
    assertThat(times(read(text))).isEqualTo(times(text)).hasSizeGreaterThan(2);
  }

  @Test
  void read_sharedLog_hasTheTimesOfEveryJob() throws IOException {
    Path log = SharedData.path("runs/samples/cwltool/cwltool.log");
    assertThat(times(Flowgauge.read(log))).isEqualTo(times(Files.readString(log))).isNotEmpty();
  }

  /** Returns begin and end in seconds, and the outcome, of each job of a run. */
  private static Map<String, String> times(WorkflowRun run) {
    Map<String, String> times = new TreeMap<>();
    for (ActivityExecution each : run.executions()) {
      each.attempts()
          .forEach(
              attempt ->
                  times.put(
                      each.activity().id(),
                      seconds(attempt.active())
                          + " "
                          + seconds(attempt.ended())
                          + " "
                          + attempt.outcome().map(Enum::name).orElse("")));
    }
    return times;
  }

  private static long seconds(OptionalLong nanos) {
    return nanos.orElse(0) / 1_000_000_000;
  }

  /** Returns the same values from the lines, read independently of the reader. */
  private static Map<String, String> times(String log) {
    Map<String, String> begins = new TreeMap<>();
    Map<String, String> times = new TreeMap<>();
    String plain = log.replaceAll("\u001b\\[[0-9;]*m", "");
    Matcher line =
        Pattern.compile("(?m)^\\[([0-9-]+) ([0-9:]+)] \\w+ \\[job (\\w+)] (.*)$").matcher(plain);
    while (line.find()) {
      long at =
          LocalDateTime.parse(line.group(1) + "T" + line.group(2)).toEpochSecond(ZoneOffset.UTC);
      if (line.group(4).startsWith("completed ")) {
        String outcome = line.group(4).equals("completed success") ? "COMPLETED" : "FAILED";
        times.put(line.group(3), begins.get(line.group(3)) + " " + at + " " + outcome);
      } else {
        begins.putIfAbsent(line.group(3), String.valueOf(at));
      }
    }
    return times;
  }

  @Test
  void read_failedRun_hasItsStepsAndItsEnd() throws IOException {
    WorkflowRun run = read(sample("failed.log"));
    assertThat(run.timeBase()).isEqualTo(TimeBase.UNKNOWN_ZONE);
    assertThat(run.isEnded()).isTrue();
    assertThat(run.execution("maybe").orElseThrow().isSkipped()).isTrue();
    ActivityExecution shard = run.execution("work_2").orElseThrow();
    assertThat(shard.activity().type()).isEqualTo("work");
    assertThat(shard.activity().attributes())
        .containsEntry("exit", "3")
        .containsEntry("memory", "3MiB");
    assertThat(shard.attempts().get(0).started()).isPresent();
    assertThat(run.workflow().dependencies()).isEmpty();
    assertThat(run.diagnostics())
        .anyMatch(each -> each.message().contains("final status is permanentFail"));
  }

  @Test
  void read_logThatGrows_goesOn() throws IOException {
    String text = sample("parallel.log");
    int end = text.indexOf("completed success", text.indexOf("[job work]"));
    WorkflowRun run = read(text.substring(0, end));
    assertThat(run.isEnded()).isFalse();
    assertThat(run.isFinished()).isFalse();
    assertThat(run.execution("work_2").orElseThrow().attempts().get(0).ended()).isEmpty();
  }

  @Test
  void read_severalRuns_readsTheLast() throws IOException {
    WorkflowRun run = read(sample("failed.log") + sample("parallel.log"));
    assertThat(times(run)).isEqualTo(times(sample("parallel.log")));
    assertThat(run.diagnostics()).anyMatch(each -> each.message().startsWith("2 runs"));
  }
}
