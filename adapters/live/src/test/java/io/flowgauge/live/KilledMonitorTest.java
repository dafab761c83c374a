package io.flowgauge.live;

import static org.assertj.core.api.Assertions.assertThat;

import io.flowgauge.run.EventType;
import io.flowgauge.run.RunRecorder;
import io.flowgauge.run.WorkflowRun;
import io.flowgauge.testsupport.Eventually;
import io.flowgauge.testsupport.JavaCommand;
import io.flowgauge.workflow.Activity;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.io.TempDir;

/** Kills a monitor with {@code kill -9} while it records, then continues its runs. */
class KilledMonitorTest {
  private static final int RUNS = 5;

  /** Bytes of output after which the monitor is killed. */
  private static final long ENOUGH = 100_000;

  @TempDir private Path folder;

  /** Records endlessly; prints what the recorders have accepted. */
  static final class Recording {
    private Recording() {}

    /** Records into the folder given as argument. */
    public static void main(String[] args) throws IOException {
      LiveMonitor monitor = LiveMonitor.builder().logs(Path.of(args[0])).open();
      for (int k = 0; k < Integer.MAX_VALUE; k++) {
        RunRecorder recorder = monitor.recorder("r" + k % RUNS, "run " + k % RUNS);
        String id = "a" + k;
        recorder.activity(Activity.of(id, "t"));
        recorder.record(id, EventType.ACTIVE, 1_763_632_800_000_000_000L + k * 1_000L, 1);
        recorder.record(id, EventType.COMPLETED, 1_763_632_801_000_000_000L + k * 1_000L, 1);
        System.out.println(k);
      }
    }
  }

  @RepeatedTest(3)
  void logs_ofKilledMonitor_haveAllThatWasTaken() throws Exception {
    Path said = folder.resolve("said.txt");
    Process recording =
        new ProcessBuilder(
                JavaCommand.with(
                    "-cp",
                    System.getProperty("java.class.path"),
                    Recording.class.getName(),
                    folder.resolve("logs").toString()))
            .redirectError(ProcessBuilder.Redirect.INHERIT)
            .redirectOutput(said.toFile())
            .start();
    Eventually.holds(() -> Files.size(said) > ENOUGH);
    recording.destroyForcibly();
    assertThat(recording.waitFor(20, TimeUnit.SECONDS)).isTrue();
    String all = Files.readString(said);
    List<String> lines = all.substring(0, all.lastIndexOf('\n')).lines().toList();
    int taken = Integer.parseInt(lines.get(lines.size() - 1));
    try (LiveMonitor monitor = LiveMonitor.builder().logs(folder.resolve("logs")).open()) {
      assertThat(monitor.runs()).hasSize(RUNS);
      int completed = 0;
      for (int run = 0; run < RUNS; run++) {
        RunRecorder recorder = monitor.recorder("r" + run, "");
        recorder.activity(Activity.of("more", "t"));
        WorkflowRun restored = recorder.snapshot();
        assertThat(restored.name()).isEqualTo("run " + run);
        completed +=
            (int)
                restored.executions().stream()
                    .filter(each -> !each.attempts().isEmpty())
                    .filter(each -> each.attempts().get(0).ended().isPresent())
                    .count();
      }
      assertThat(completed).isGreaterThanOrEqualTo(taken + 1);
    }
  }
}
