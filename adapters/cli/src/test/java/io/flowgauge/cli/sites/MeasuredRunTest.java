package io.flowgauge.cli.sites;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.flowgauge.Flowgauge;
import io.flowgauge.instrumentation.Instrumentation;
import io.flowgauge.instrumentation.tracking.ProcessPattern;
import io.flowgauge.run.ActivityExecution;
import io.flowgauge.run.EventType;
import io.flowgauge.run.HostLoad;
import io.flowgauge.run.PhaseType;
import io.flowgauge.run.RunRecorder;
import io.flowgauge.run.WorkflowRun;
import io.flowgauge.sites.MeasuredRun;
import io.flowgauge.sites.SiteTimes;
import io.flowgauge.sites.Sites;
import io.flowgauge.workflow.Activity;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Measures a real activity at a node, beside a program that is not part of the run. */
@Timeout(120)
class MeasuredRunTest {
  private static final String VARIABLE = "FLOWGAUGE_ACTIVITY";

  @TempDir private Path folder;
  private final Deque<AutoCloseable> open = new ArrayDeque<>();

  @AfterEach
  void close() throws Exception {
    while (!open.isEmpty()) {
      open.pop().close();
    }
  }

  private Path program() throws Exception {
    assumeTrue(
        Instrumentation.provider("native").filter(p -> p.unavailable().isEmpty()).isPresent(),
        "the native provider does not work here");
    assumeTrue(Files.isReadable(Path.of("/proc/self/schedstat")), "the kernel reports no waits");
    assumeTrue(Files.isExecutable(Path.of("/usr/bin/taskset")), "there is no taskset");
    return CompiledProgram.of(
        folder,
        "fg-task",
        """
        #include <fcntl.h>
        #include <time.h>
        #include <unistd.h>
        static char block[1 << 16];
        int main(void) {
          int fd = open("/dev/null", O_WRONLY);
          volatile double sum = 0;
          for (time_t end = time(0) + 12; time(0) < end;) {
            for (int k = 0; k < 100000; k++) { sum += k; }
            if (write(fd, block, sizeof block) < 0) { return 1; }
            usleep(0);
          }
          return 0;
        }
        """);
  }

  private Process start(String activity, String... command) throws Exception {
    ProcessBuilder builder = new ProcessBuilder(command);
    builder.environment().put(VARIABLE, activity);
    Process process = builder.start();
    open.push(() -> process.destroyForcibly().waitFor());
    return process;
  }

  @Test
  @SuppressWarnings("try") // The resource is closed twice.
  void update_activityAtANode_isMeasured_andWhatIsNotOfTheRunIsExternalLoad() throws Exception {
    String program = program().toString();
    ServedNode node = new ServedNode(folder, "s1/n", "");
    open.push(node);
    Sites sites = node.sites();
    start("none", "taskset", "-c", "0", "sh", "-c", "while :; do :; done");
    RunRecorder recorder = Flowgauge.recorder("run");
    try (MeasuredRun measured =
        MeasuredRun.of(
            sites,
            recorder,
            each ->
                Optional.of(ProcessPattern.named("fg-*").withEnvironment(VARIABLE, each.id())))) {
      recorder.activity(Activity.of("task", "work"));
      recorder.assign("task", 1, "s1/n");
      recorder.record("task", EventType.ACTIVE, Instant.now(), 1);
      Process task = start("task", "taskset", "-c", "0", program);
      while (!task.waitFor(200, TimeUnit.MILLISECONDS)) {
        measured.update();
      }
      recorder.record("task", EventType.COMPLETED, Instant.now(), 1);
      measured.update();
      assertThat(measured.refusals()).isEmpty();
      measured.close();
    } // Closing again has no effect.
    assertMeasured(recorder.snapshot());
  }

  private static void assertMeasured(WorkflowRun run) {
    ActivityExecution task = run.execution("task").orElseThrow();
    assertThat(task.phaseTimes())
        .containsKeys(PhaseType.IO, PhaseType.EXTERNAL_LOAD, PhaseType.SERIALISATION);
    assertThat(task.codeProfiles().get(task.codeProfiles().size() - 1).regions())
        .anySatisfy(
            region -> {
              assertThat(region.name()).endsWith(":write");
              assertThat(region.calls()).isGreaterThan(100);
            });
    assertThat(run.hostLoads()).extracting(HostLoad::host).containsOnly("s1/n");
    List<SiteTimes> sites = SiteTimes.of(run);
    assertThat(sites).singleElement().extracting(SiteTimes::site).isEqualTo("s1");
    SiteTimes site = sites.get(0);
    assertThat(site.activities()).isEqualTo(1);
    assertThat(site.share(PhaseType.EXTERNAL_LOAD)).isGreaterThan(0.2);
    assertThat(site.share(PhaseType.SERIALISATION)).isLessThan(0.1);
    assertThat(site).asString().startsWith("s1: 1 activity, ").contains("external-load");
  }
}
