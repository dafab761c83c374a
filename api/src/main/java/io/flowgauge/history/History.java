package io.flowgauge.history;

import io.flowgauge.run.WorkflowRun;
import io.flowgauge.spi.HistoryProvider;
import io.flowgauge.workflow.Workflow;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;

/**
 * What earlier runs teach about the next one: how long activities take, by type, size of their
 * input, machine, sample and work; how many run at once, how long a start is delayed, and what
 * fails.
 *
 * <pre>{@code
 * var history = History.of(monday, tuesday, wednesday);
 * var forecast = Flowgauge.predict(workflow).from(history).forecast();
 * System.out.println(forecast.quantile(0.9));
 * System.out.println(forecast.basis());
 * }</pre>
 *
 * <p>The runs may be of the same workflow or of others; types of activities are what they have in
 * common.
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
   * @param runs finished runs, in any order; what completed in unfinished ones counts, too
   * @return the history; of no runs, one from which only the rest of a run can be predicted
   */
  static History of(WorkflowRun... runs) {
    return of(List.of(runs));
  }

  /**
   * Learns from runs.
   *
   * @param runs finished runs, in any order; what completed in unfinished ones counts, too
   * @return the history; of no runs, one from which only the rest of a run can be predicted
   */
  static History of(List<WorkflowRun> runs) {
    return HistoryProvider.installed().history(List.copyOf(runs));
  }

  /**
   * Reads what {@link #save} wrote. Predictions from it are those from the runs; only of a workflow
   * that has types in common with other runs than each workflow in history has, intervals are
   * stretched as those of the runs most like these.
   *
   * @param file a model file, which may be packed with gzip or xz
   * @return the history
   * @throws IOException if the file cannot be read; a {@link
   *     io.flowgauge.trace.TraceFormatException} with the place if it is no model file, of a
   *     version that is not known, or was changed
   * @throws IllegalStateException if flowgauge-traces is missing, which reads JSON
   */
  static History read(Path file) throws IOException {
    return HistoryProvider.installed().read(file);
  }

  /**
   * Whether a file is a model file, by how it begins.
   *
   * @param file any file or folder
   * @return whether {@link #read} is the way to read it
   * @throws IOException if the file cannot be read
   */
  static boolean isSaved(Path file) throws IOException {
    return HistoryProvider.installed().isModel(file);
  }

  /**
   * Saves what was learned, as JSON. The file holds parameters: neither runs and activities nor
   * their names, nor those of files. Types stay as they are. Work that may be done again, workflows
   * and machines are known by digests, so that they are recognised when they are named again.
   *
   * @param file where to; a file of that name is replaced
   * @throws IOException if it cannot be written
   * @throws IllegalStateException if flowgauge-traces is missing, which writes JSON
   */
  void save(Path file) throws IOException;

  /**
   * Saves the same with the names of machines, queues and sites. Of a history that was read from a
   * file without them, there are none to save.
   *
   * @param file where to; a file of that name is replaced
   * @throws IOException if it cannot be written
   * @throws IllegalStateException if flowgauge-traces is missing, which writes JSON
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
   * @return names, as the runs have them; of a history that was read from a file without them,
   *     digests
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
