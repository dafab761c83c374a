package io.flowgauge.live;

import static org.assertj.core.api.Assertions.assertThat;

import io.flowgauge.Flowgauge;
import io.flowgauge.analysis.RunReport;
import io.flowgauge.log.write.EventLog;
import io.flowgauge.run.RunRecorder;
import io.flowgauge.run.WorkflowRun;
import io.flowgauge.runlog.RunLog;
import io.flowgauge.testsupport.Eventually;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Random runs with loss, repeats and disorder: recorded, logged and followed at once. */
class RandomRunsTest {
  private static final int RUNS = 12;
  private static final int ACTIVITIES = 60;

  /** A time after the last event of every run. */
  private static final long END = 1_763_640_000_000_000_000L;

  @TempDir private Path folder;

  @Test
  void view_ofFinishedRun_isTheReportOfTheFile() throws Exception {
    try (LiveMonitor monitor = LiveMonitor.open()) {
      for (int seed = 0; seed < RUNS; seed++) {
        Path file = folder.resolve(seed + ".nlb");
        try (EventLog log = EventLog.to(file).flushEvery(Duration.ofMillis(10)).open()) {
          RunRecorder own = monitor.recorder("own " + seed, "random");
          RunRecorder logged = RunLog.begin(log, "run " + seed, "random").alongside(own);
          log.flush();
          LiveRun followed = monitor.follow(file);
          List<Runnable> calls = RandomRunFeed.calls(logged, seed, ACTIVITIES);
          int half = calls.size() / 2;
          calls.subList(0, half).forEach(Runnable::run);
          log.flush();
          Eventually.holds(() -> followed.view().isPresent());
          assertThat(followed.isFinished()).isFalse();
          calls.subList(half, calls.size()).forEach(Runnable::run);
          logged.end(END);
          log.flush();
          Eventually.holds(followed::isFinished);
          LiveRun recorded = monitor.run("own " + seed).orElseThrow();
          Eventually.holds(recorded::isFinished);
          assertSame(followed, recorded, Flowgauge.read(file));
        }
      }
    }
  }

  private static void assertSame(LiveRun followed, LiveRun recorded, WorkflowRun read)
      throws IOException {
    RunReport expected = Flowgauge.report(read);
    for (LiveRun run : List.of(followed, recorded)) {
      LiveView view = run.view().orElseThrow();
      assertThat(view.isFinished()).isTrue();
      RunReport seen = view.report();
      assertThat(seen.attribution().idealNanos()).isEqualTo(expected.attribution().idealNanos());
      assertThat(seen.attribution().classes()).isEqualTo(expected.attribution().classes());
      assertThat(seen.attribution().criticalPath())
          .isEqualTo(expected.attribution().criticalPath());
      assertThat(seen.overheads().total().classes())
          .isEqualTo(expected.overheads().total().classes());
      assertThat(times(seen.run())).isEqualTo(times(expected.run()));
    }
  }

  private static List<String> times(WorkflowRun run) {
    List<String> times = new ArrayList<>();
    run.executions().forEach(each -> times.add(each.activity().id() + each.attempts()));
    return times;
  }
}
