package io.flowgauge.cli.instrument;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.flowgauge.instrumentation.Outcome;
import io.flowgauge.instrumentation.ProcessStarts;
import io.flowgauge.instrumentation.tracking.ProcessPattern;
import io.flowgauge.instrumentation.tracking.ProcessTracker;
import io.flowgauge.testsupport.Eventually;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.ServiceLoader;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tracking by the starts that the kernel reports. */
class TrackedStartsTest {
  @TempDir private Path folder;

  private static void requireReports() {
    Outcome<ProcessStarts.Watch> watch =
        ServiceLoader.load(ProcessStarts.class).findFirst().orElseThrow().open();
    assumeTrue(
        watch.value().isPresent(),
        () -> "the kernel reports no starts: " + watch.refusal().orElseThrow());
    watch.orThrow().close();
  }

  /** Polling is set to once an hour, so only the kernel's notifications can find them. */
  @Test
  void tracker_processesThatStart_areFoundAtOnce() throws Exception {
    requireReports();
    assumeTrue(Files.isExecutable(Path.of("/bin/sleep")), "needs /bin/sleep");
    String program = Files.copy(Path.of("/bin/sleep"), folder.resolve("fg-short")).toString();
    List<Process> started = new ArrayList<>();
    ProcessTracker tracker =
        ProcessTracker.of(ProcessPattern.named("fg-short")).interval(Duration.ofHours(1)).start();
    try (tracker) {
      assertThat(tracker.source()).isEqualTo("process starts reported by the kernel");
      for (int k = 0; k < 20; k++) {
        Process process = new ProcessBuilder(program, "3600").start();
        started.add(process);
        Eventually.await("it is found", () -> tracker.counts().found() == started.size());
        process.destroyForcibly();
      }
    } finally {
      started.forEach(Process::destroyForcibly);
    }
    assertThat(tracker.counts().found()).isEqualTo(20);
    assertThat(tracker.source()).isEqualTo("process starts reported by the kernel");
  }
}
