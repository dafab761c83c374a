package io.flowgauge.live;

import static org.assertj.core.api.Assertions.assertThat;

import io.flowgauge.Flowgauge;
import io.flowgauge.history.LearnedForecast;
import io.flowgauge.run.ActivityEvent;
import io.flowgauge.run.ActivityExecution;
import io.flowgauge.run.RunRecorder;
import io.flowgauge.run.WorkflowRun;
import io.flowgauge.testsupport.Checkout;
import io.flowgauge.trace.RunSource;
import io.flowgauge.trace.Times;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.junit.jupiter.api.Test;

/**
 * Replays recorded runs of an engine that announces activities only when they begin, with earlier
 * runs as history: the actual remaining time must lie in the 90 % interval about nine times in ten.
 */
class ForecastCoverageTest {
  private static final List<String> VERSIONS = List.of("fine", "halves", "lowrate");
  private static final double[] SHARES = {0.25, 0.5, 0.75};

  private int covered;
  private int asked;

  @Test
  void remaining_ofRecordedRuns_isCoveredNineTimesInTen() throws IOException {
    for (String version : VERSIONS) {
      List<WorkflowRun> runs = runs(version);
      for (int k = 1; k < runs.size(); k++) {
        for (double share : SHARES) {
          ask(runs.get(k), runs.subList(0, k), share);
        }
      }
    }
    assertThat(asked).isEqualTo(54);
    assertThat((double) covered / asked).isBetween(0.85, 0.95);
  }

  private static List<WorkflowRun> runs(String version) throws IOException {
    List<WorkflowRun> runs = new ArrayList<>();
    for (RunSource each :
        Flowgauge.runsIn(Checkout.root().resolve("samples/movie-versions").resolve(version))) {
      runs.add(each.read());
    }
    runs.sort(Comparator.comparingLong(run -> run.startNanos().orElseThrow()));
    return runs;
  }

  private void ask(WorkflowRun run, List<WorkflowRun> earlier, double share) throws IOException {
    long start = run.startNanos().orElseThrow();
    long end = run.endNanos().orElseThrow();
    long now = start + (long) (share * (end - start));
    try (LiveMonitor monitor =
        LiveMonitor.builder().earlier(earlier).clock(() -> Times.instant(now)).open()) {
      record(run, now, monitor.recorder("run", run.name()));
      LearnedForecast remaining =
          monitor.run("run").orElseThrow().forecast().orElseThrow().remaining().orElseThrow();
      double actual = Times.seconds(end - now);
      asked++;
      if (remaining.quantile(0.05) <= actual && actual <= remaining.quantile(0.95)) {
        covered++;
      }
    }
  }

  private static void record(WorkflowRun run, long now, RunRecorder into) {
    run.processors().forEach(into::processor);
    for (ActivityExecution each : run.executions()) {
      List<ActivityEvent> events = each.graph().events();
      if (!events.isEmpty() && events.get(0).epochNanos() <= now) {
        into.activity(each.activity());
        events.stream().filter(event -> event.epochNanos() <= now).forEach(into::record);
        each.attempts()
            .forEach(
                attempt ->
                    attempt
                        .processor()
                        .ifPresent(on -> into.assign(each.activity().id(), attempt.number(), on)));
      }
    }
    run.workflow().dependencies().stream()
        .filter(each -> hasBegun(run, each.to(), now))
        .forEach(each -> into.dependency(each.from(), each.to()));
  }

  private static boolean hasBegun(WorkflowRun run, String activity, long now) {
    List<ActivityEvent> events = run.execution(activity).orElseThrow().graph().events();
    return !events.isEmpty() && events.get(0).epochNanos() <= now;
  }
}
