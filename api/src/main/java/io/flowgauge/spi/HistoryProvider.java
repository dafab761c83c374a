package io.flowgauge.spi;

import io.flowgauge.history.Backtest;
import io.flowgauge.history.History;
import io.flowgauge.run.WorkflowRun;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.ServiceLoader;

/** Learns from runs. Implementations are stateless and thread-safe. */
public interface HistoryProvider {

  /**
   * The implementation on the class path or module path.
   *
   * @return the first one found
   * @throws IllegalStateException if there is none
   */
  static HistoryProvider installed() {
    return ServiceLoader.load(HistoryProvider.class, HistoryProvider.class.getClassLoader())
        .findFirst()
        .orElseThrow(
            () ->
                new IllegalStateException(
                    "HistoryProvider is missing: put flowgauge-learning on the class path or"
                        + " module path"));
  }

  /**
   * Learns from runs.
   *
   * @param runs finished or unfinished runs, in any order
   * @return the history
   */
  History history(List<WorkflowRun> runs);

  /**
   * Reads what was learned before.
   *
   * @param file a model file
   * @return the history
   * @throws IOException if the file cannot be read; a {@link
   *     io.flowgauge.trace.TraceFormatException} if it is not a model file or was changed
   */
  History read(Path file) throws IOException;

  /**
   * Whether a file is a model file, judged by its beginning.
   *
   * @param file any file or folder
   * @return true if it is to be read with {@link #read}
   * @throws IOException if the file cannot be read
   */
  boolean isModel(Path file) throws IOException;

  /**
   * Replays runs in the order in which they began.
   *
   * @param runs runs of one or more workflows
   * @return how well each was predicted
   * @throws IllegalArgumentException if there are none
   */
  Backtest backtest(List<WorkflowRun> runs);
}
