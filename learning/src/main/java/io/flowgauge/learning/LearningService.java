package io.flowgauge.learning;

import io.flowgauge.history.Backtest;
import io.flowgauge.history.History;
import io.flowgauge.learning.backtest.Replay;
import io.flowgauge.run.WorkflowRun;
import io.flowgauge.spi.HistoryProvider;
import java.util.List;

/** The learning of this module. Stateless and thread-safe. */
public final class LearningService implements HistoryProvider {
  /** For {@link java.util.ServiceLoader}. */
  public LearningService() {}

  @Override
  public History history(List<WorkflowRun> runs) {
    return LearnedHistory.of(runs);
  }

  @Override
  public Backtest backtest(List<WorkflowRun> runs) {
    return Replay.of(runs);
  }
}
