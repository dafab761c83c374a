package io.flowgauge.learning.backtest;

import static org.assertj.core.api.Assertions.assertThat;

import io.flowgauge.Flowgauge;
import io.flowgauge.history.Backtest;
import io.flowgauge.history.BacktestResult;
import io.flowgauge.run.EventType;
import io.flowgauge.run.RunRecorder;
import io.flowgauge.run.WorkflowRun;
import io.flowgauge.trace.Times;
import io.flowgauge.workflow.Activity;
import java.util.List;
import org.junit.jupiter.api.Test;

class ReplayTest {

  private static WorkflowRun run(String name, int second) {
    RunRecorder recorder = Flowgauge.recorder(name);
    recorder.activity(Activity.of("a", "work"));
    recorder.record("a", EventType.ACTIVE, Times.nanos((double) second), 1);
    recorder.record("a", EventType.COMPLETED, Times.nanos((double) second + 10), 1);
    return recorder.snapshot();
  }

  private static WorkflowRun empty(int second) {
    RunRecorder recorder = Flowgauge.recorder("empty");
    recorder.start(Times.nanos((double) second));
    recorder.end(Times.nanos((double) second + 10));
    return recorder.snapshot();
  }

  @Test
  void makespan_runWithoutActivities_isNotPredictedButTheOthersAre() {
    Backtest backtest = Backtest.of(List.of(run("first", 0), empty(100), run("last", 200)));

    assertThat(backtest.results()).extracting(BacktestResult::run).contains("last");
    assertThat(backtest.results()).extracting(BacktestResult::run).doesNotContain("empty");
    assertThat(backtest.remarks()).contains("No forecast of empty: it has no activities.");
  }
}
