package io.flowgauge.cli.instrument;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.flowgauge.Flowgauge;
import io.flowgauge.cli.Outcome;
import io.flowgauge.log.read.LogReader;
import io.flowgauge.resources.ResourceLog;
import io.flowgauge.run.EventType;
import io.flowgauge.run.HostLoad;
import io.flowgauge.run.RunRecorder;
import io.flowgauge.run.WorkflowRun;
import io.flowgauge.trace.Diagnostic;
import io.flowgauge.workflow.Activity;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

@EnabledOnOs(OS.LINUX)
class ResourcesCommandTest {
  /**
   * Tolerance in seconds. Clocks differ by some ticks, and a wait that goes on at the last sample,
   * long on a busy machine, is not reported yet.
   */
  private static final double SECONDS = 0.1;

  @TempDir private Path folder;

  @Test
  void resources_ofAProcess_untilItEnds() throws Exception {
    Process busy = new ProcessBuilder("timeout", "1.5", "sh", "-c", "while :; do :; done").start();
    Path log = folder.resolve("load.nlb");
    Path metrics = folder.resolve("load.prom");
    Outcome outcome =
        Outcome.of(
            "resources",
            Long.toString(busy.pid()),
            "--interval=200ms",
            "--format=json",
            "--log",
            log.toString(),
            "--prometheus",
            metrics.toString());
    assertThat(outcome.err()).isEmpty();
    assertThat(outcome.status()).isZero();
    List<String> lines = outcome.out().lines().toList();
    assertThat(lines).hasSizeGreaterThan(1).doesNotHaveDuplicates();
    JsonNode load = new ObjectMapper().readTree(lines.get(lines.size() - 1)).at("/activities/0");
    double accounted =
        load.get("processorSeconds").asDouble()
            + load.get("externalSeconds").asDouble()
            + load.get("serialisedSeconds").asDouble();
    double covered = load.get("coveredSeconds").asDouble();
    assertThat(accounted).isBetween(covered / 2, covered + SECONDS);
    assertThat(metrics).content().contains("flowgauge_activity_cpu_seconds_total{activity=");
    try (LogReader events = LogReader.open(log)) {
      assertThat(events.events().filter(e -> e.name().equals(ResourceLog.PROCESS)))
          .hasSizeGreaterThan(1);
    }
  }

  /**
   * Alone, the log is read as a run of its processes; beside an engine's run, as the load of that
   * run's hosts.
   */
  @Test
  void resources_log_isReadAsARunOrBesideOne() throws Exception {
    RunRecorder engine = Flowgauge.recorder("of an engine");
    engine.record("a", EventType.ACTIVE);
    Process busy = new ProcessBuilder("timeout", "1", "sh", "-c", "while :; do :; done").start();
    Path log = folder.resolve("load.nlb");
    String pid = Long.toString(busy.pid());
    assertThat(Outcome.of("resources", pid, "--interval=50ms", "--log", log.toString()).err())
        .isEmpty();
    engine.record("a", EventType.COMPLETED);

    WorkflowRun alone = Flowgauge.read(log);
    assertThat(alone.execution("timeout " + pid)).isPresent();
    assertThat(alone.hostLoads()).extracting(HostLoad::quantity).contains("cpu-busy");

    Path run = folder.resolve("run.json");
    Flowgauge.write(engine.snapshot(), run);
    WorkflowRun both = Flowgauge.read(folder);
    assertThat(both.workflow().activities()).extracting(Activity::id).containsExactly("a");
    assertThat(both.hostLoads()).extracting(HostLoad::quantity).contains("cpu-busy");
    assertThat(both.diagnostics())
        .extracting(Diagnostic::message)
        .contains("load of 1 host during the run");

    Flowgauge.write(both, run);
    Files.delete(log);
    assertThat(Flowgauge.read(run).hostLoads()).isEqualTo(both.hostLoads());
  }

  @Test
  void resources_ofTheHost_isALine() {
    Outcome outcome = Outcome.of("resources", "--interval=50ms", "--for=300ms");
    assertThat(outcome.status()).isZero();
    assertThat(outcome.out()).matches("(?s)\\d+ processors?, busy .* %; next 1 sample .* %.*");
  }

  @Test
  void resources_noSuchProcess_fails() {
    Outcome outcome = Outcome.of("resources", "2147483647");
    assertThat(outcome.status()).isEqualTo(1);
    assertThat(outcome.err())
        .isEqualTo("flowgauge: process 2147483647 does not exist, or may not be read\n");
  }

  @Test
  void resources_intervalTooShort_isWrongUsage() {
    assertThat(Outcome.of("resources", "--interval=1ms").status()).isEqualTo(2);
  }

  @Test
  @Timeout(60)
  void resources_intervalBeyondTheTime_endsInTime() {
    assertThat(Outcome.of("resources", "--interval=10m", "--for=10ms").status()).isZero();
  }

  @Test
  void resources_logThatIsFull_fails() {
    Outcome outcome =
        Outcome.of("resources", "--interval=50ms", "--for=200ms", "--log", "/dev/full");

    assertThat(outcome.status()).isEqualTo(1);
    assertThat(outcome.err())
        .contains("flowgauge: /dev/full: events are missing: No space left on device\n")
        .hasLineCount(1);
  }

  @Test
  @Timeout(60)
  void resources_metricsThatCannotBeWritten_areReportedAtOnce() {
    Path log = folder.resolve("load.nlb");
    Path missing = folder.resolve("missing");
    Path metrics = missing.resolve("load.prom");
    Outcome outcome =
        Outcome.of(
            "resources", "--for=10ms", "--log=" + log, "--prometheus=" + metrics, "--interval=10m");

    assertThat(outcome.status()).isEqualTo(1);
    assertThat(outcome.err())
        .isEqualTo(
            "flowgauge: " + missing + ": found nothing by that name, expected a file or folder\n");
    assertThat(log).doesNotExist();
    assertThat(Outcome.of("resources", "--for=10ms", "--prometheus=/dev/full").err())
        .isEqualTo("flowgauge: /dev/full: No space left on device\n");
  }
}
