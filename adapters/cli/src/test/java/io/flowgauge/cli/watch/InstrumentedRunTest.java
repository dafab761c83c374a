package io.flowgauge.cli.watch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.flowgauge.Flowgauge;
import io.flowgauge.instrumentation.Instrumentation;
import io.flowgauge.instrumentation.InstrumentedProcess;
import io.flowgauge.instrumentation.Profile;
import io.flowgauge.instrumentation.SensorRequest;
import io.flowgauge.instrumentation.activity.ActivityProfile;
import io.flowgauge.live.LiveMonitor;
import io.flowgauge.live.LiveRun;
import io.flowgauge.run.CodeProfile;
import io.flowgauge.run.CodeProfile.CodeRegion;
import io.flowgauge.run.EventType;
import io.flowgauge.run.RunRecorder;
import io.flowgauge.run.WorkflowRun;
import io.flowgauge.testsupport.Browser;
import io.flowgauge.testsupport.Eventually;
import io.flowgauge.testsupport.Tab;
import io.flowgauge.watch.page.LivePage;
import io.flowgauge.workflow.Activity;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A real program, instrumented while it runs as an activity of a watched run. */
class InstrumentedRunTest {
  private static final String READY = "document.getElementById('app')?.dataset.ready";
  private static final int STEPS = 60;
  private static final double SLEEP_SECONDS = 0.02;

  /**
   * solve calls relax, which calls wait_for_others, which sleeps; they work a little in between.
   */
  private static final String PROGRAM =
      """
      #include <stdio.h>
      #include <time.h>
      volatile double sum;
      __attribute__((noinline)) void wait_for_others(void) {
        struct timespec t = {0, 20000000};
        nanosleep(&t, 0);
      }
      __attribute__((noinline)) void relax_rows(int n) {
        for (int k = 0; k < n; k++) sum += 1.0 / (k + 1);
        wait_for_others();
      }
      __attribute__((noinline)) void solve(int steps) {
        for (int k = 0; k < steps; k++) relax_rows(1000);
      }
      int main(void) {
        getchar();
        solve(60);
        getchar();
        return sum < 0;
      }
      """;

  @TempDir private Path folder;

  private Process program() throws Exception {
    Path source = Files.writeString(folder.resolve("solver.c"), PROGRAM);
    Path binary = folder.resolve("solver");
    Process compiler =
        new ProcessBuilder("gcc", "-g", "-O1", source.toString(), "-o", binary.toString())
            .inheritIO()
            .start();
    assertThat(compiler.waitFor()).isZero();
    return new ProcessBuilder(binary.toString()).start();
  }

  private static void step(Process program) throws Exception {
    program.getOutputStream().write('\n');
    program.getOutputStream().flush();
  }

  private static CodeRegion region(CodeProfile profile, String name) {
    return profile.regions().stream()
        .filter(region -> region.name().equals("solver:" + name))
        .findFirst()
        .orElseThrow();
  }

  @Test
  void activity_instrumentedWhileItRuns_isOnThePageAndInTheLog() throws Exception {
    try (LiveMonitor monitor = LiveMonitor.builder().logs(folder.resolve("logs")).open();
        LivePage page = LivePage.of(monitor).open();
        Tab tab = Browser.shared().open()) {
      RunRecorder recorder = monitor.recorder("r", "solving");
      recorder.activity(Activity.of("s", "solve"));
      recorder.record("s", EventType.STARTED, Instant.now(), 1);
      recorder.record("s", EventType.ACTIVE, Instant.now(), 1);
      Process program = program();
      Profile last;
      try (InstrumentedProcess process = Instrumentation.attach(program.pid()).orThrow()) {
        process
            .instrument(SensorRequest.of("solver:solve", "solver:relax_rows", "*:wait_for_others"))
            .orThrow();
        Eventually.await("a view", () -> monitor.runs().get(0).view().isPresent());
        step(program);
        tab.go(page.address().resolve("/runs/r"), READY);
        int readings = 0; // Two or more make a history.
        do {
          Thread.sleep(100);
          last = process.profile();
          ActivityProfile.record(List.of(last), recorder, "s");
          readings++;
        } while (last.region("solve").orElseThrow().calls() == 0 || readings < 2);
      }
      step(program);
      assertThat(program.waitFor(10, TimeUnit.SECONDS)).isTrue();
      recorder.record("s", EventType.COMPLETED, Instant.now(), 1);
      recorder.end(System.currentTimeMillis() * 1_000_000);

      CodeProfile expected = ActivityProfile.of(List.of(last));
      assertThat(region(expected, "wait_for_others").calls()).isEqualTo(STEPS);
      assertThat(region(expected, "wait_for_others").ownNanos() / 1e9)
          .isCloseTo(STEPS * SLEEP_SECONDS, within(0.5 * STEPS * SLEEP_SECONDS));
      requireShown(tab);
      requireLogged(monitor, expected);
    }
  }

  private static void requireShown(Tab tab) throws Exception {
    for (int k = 0; k < 200 && !"true".equals(tab.attribute("#app", "data-over")); k++) {
      Thread.sleep(50);
    }
    assertThat(tab.text("#code-table .link")).isEqualTo("solver:wait_for_others");
    assertThat(
            tab.evaluate(
                    "[...document.querySelectorAll('#code .graph .node')].map(n => [n.textContent,"
                        + " parseFloat(n.getAttribute('transform').slice(10))])"
                        + ".sort((a, b) => a[1] - b[1]).map(n => n[0]).join()")
                .asText())
        .isEqualTo("solve,relax_rows,wait_for_others");
    assertThat(tab.text("#code-detail")).contains("History as a table");
    assertThat(tab.complaints()).isEmpty();
  }

  private void requireLogged(LiveMonitor monitor, CodeProfile expected) throws Exception {
    LiveRun run = monitor.runs().get(0);
    assertThat(run.view().orElseThrow().run().execution(0).codeProfiles()).endsWith(expected);
    monitor.close();
    Path log;
    try (var files = Files.walk(folder.resolve("logs"))) {
      log = files.filter(file -> file.toString().endsWith(".nlb")).findFirst().orElseThrow();
    }
    WorkflowRun read = Flowgauge.read(log);
    assertThat(read.execution(0).codeProfiles().size()).isGreaterThan(1);
    assertThat(read.execution(0).codeProfiles()).endsWith(expected);
  }
}
