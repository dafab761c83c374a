package io.flowgauge.learning;

import io.flowgauge.history.Backtest;
import io.flowgauge.history.History;
import io.flowgauge.learning.backtest.Replay;
import io.flowgauge.run.WorkflowRun;
import io.flowgauge.spi.HistoryProvider;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/** Learns from runs, reads model files and makes backtests. Stateless and thread-safe. */
public final class LearningService implements HistoryProvider {
  /** Creates the provider; called by {@link java.util.ServiceLoader}. */
  public LearningService() {}

  @Override
  public History history(List<WorkflowRun> runs) {
    return LearnedHistory.of(runs);
  }

  @Override
  public History read(Path file) throws IOException {
    return LearnedHistory.read(file);
  }

  @Override
  public boolean isModel(Path file) throws IOException {
    return ModelFile.isModel(file);
  }

  @Override
  public Backtest backtest(List<WorkflowRun> runs) {
    return Replay.of(runs);
  }
}
