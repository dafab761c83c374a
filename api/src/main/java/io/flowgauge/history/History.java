package io.flowgauge.history;

import io.flowgauge.internal.NoNulls;
import io.flowgauge.run.WorkflowRun;
import io.flowgauge.spi.HistoryProvider;
import io.flowgauge.workflow.Workflow;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.Set;

/**
 * What earlier runs teach about the next one: how long activities take (by type, input size,
 * machine, sample and work), how many run at once, how long starts are delayed, and what fails.
 *
 * <pre>{@code
 * var history = History.of(monday, tuesday, wednesday);
 * var forecast = Flowgauge.predict(workflow).from(history).forecast();
 * System.out.println(forecast.quantile(0.9));
 * System.out.println(forecast.basis());
 * }</pre>
 *
 * <p>The runs may be of the same workflow or of others; what they share is the types of their
 * activities.
 *
 * <p>What was learned can be {@linkplain #save saved} and {@linkplain #read read} again:
 *
 * <pre>{@code
 * history.save(Path.of("model.json"));
 * Flowgauge.predict(workflow).from(History.read(Path.of("model.json")));
 * }</pre>
 *
 * <p>Immutable and thread-safe.
 */
public interface History {

  /**
   * Learns from runs.
   *
   * @param runs runs in any order; from unfinished ones, it learns from the activities that
   *     completed
   * @return the history; without any runs, it can predict only the rest of a run
   */
  static History of(WorkflowRun... runs) {
    return of(NoNulls.copy(runs, "runs"));
  }

  /**
   * Learns from runs.
   *
   * @param runs runs in any order; from unfinished ones, it learns from the activities that
   *     completed
   * @return the history; without any runs, it can predict only the rest of a run
   */
  static History of(List<WorkflowRun> runs) {
    List<WorkflowRun> all = NoNulls.copy(runs, "runs");
    return HistoryProvider.installed().history(all);
  }

  /**
   * Reads what {@link #save} wrote. It predicts the same as the runs themselves, with one
   * exception: if the set of runs that share types with a workflow differs from that of every
   * workflow in history, intervals are stretched as for the most similar set.
   *
   * @param file a model file, which may be packed with gzip or xz
   * @return the history
   * @throws IOException if the file cannot be read; a {@link
   *     io.flowgauge.trace.TraceFormatException} with the place if it is not a model file, has an
   *     unknown version, or was changed
   * @throws IllegalStateException if flowgauge-traces, which reads JSON, is missing
   */
  static History read(Path file) throws IOException {
    Objects.requireNonNull(file, "file");
    return HistoryProvider.installed().read(file);
  }

  /**
   * Whether a file is a model file, judged by its beginning.
   *
   * @param file any file or folder
   * @return true if it is to be read with {@link #read}
   * @throws IOException if the file cannot be read
   */
  static boolean isSaved(Path file) throws IOException {
    Objects.requireNonNull(file, "file");
    return HistoryProvider.installed().isModel(file);
  }

  /**
   * Saves what was learned, as JSON. The file holds learned parameters and the names of activity
   * types, but no runs or activities, nor their names or those of files. Repeatable work, workflows
   * and machines are stored as digests, so that they are recognised when they occur again.
   *
   * @param file the file to write; replaced if it exists
   * @throws IOException if it cannot be written
   * @throws IllegalStateException if flowgauge-traces, which writes JSON, is missing
   */
  void save(Path file) throws IOException;

  /**
   * Like {@link #save}, but keeps the names of machines, queues and sites. A history that was read
   * from a file without these names has none to save.
   *
   * @param file the file to write; replaced if it exists
   * @throws IOException if it cannot be written
   * @throws IllegalStateException if flowgauge-traces, which writes JSON, is missing
   */
  void saveWithMachineNames(Path file) throws IOException;

  /**
   * Number of runs.
   *
   * @return 0 or more
   */
  int runs();

  /**
   * The types of activities that completed.
   *
   * @return names
   */
  Set<String> types();

  /**
   * The machines or queues that activities ran on.
   *
   * @return names as in the runs, or digests if the history was read from a file without names
   */
  Set<String> machines();

  /**
   * Starts predicting a run of a workflow.
   *
   * @param workflow the workflow
   * @return the prediction, on machines and slots as in history
   */
  LearnedPrediction predict(Workflow workflow);
}
