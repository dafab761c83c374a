package io.flowgauge;

import io.flowgauge.analysis.RunReport;
import io.flowgauge.comparison.Comparison;
import io.flowgauge.comparison.RunGroup;
import io.flowgauge.prediction.ChainPrediction;
import io.flowgauge.prediction.PredictionBuilder;
import io.flowgauge.run.RunRecorder;
import io.flowgauge.run.WorkflowRun;
import io.flowgauge.spi.AnalysisProvider;
import io.flowgauge.spi.ComparisonProvider;
import io.flowgauge.spi.ModelProvider;
import io.flowgauge.spi.PredictionProvider;
import io.flowgauge.spi.ReportRenderer;
import io.flowgauge.spi.WorkflowPredictionProvider;
import io.flowgauge.trace.Diagnostic;
import io.flowgauge.workflow.Workflow;
import io.flowgauge.workflow.WorkflowBuilder;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.ServiceLoader;

/**
 * The one entry to Flowgauge.
 *
 * <pre>{@code
 * var report = Flowgauge.report(Flowgauge.read("samples/montage"));
 * System.out.println(Flowgauge.text(report));
 * }</pre>
 *
 * <p>Implementations are found by {@link ServiceLoader}: an engine compiles against this module
 * alone, and has {@code flowgauge-model} and {@code flowgauge-metrics} on its path when it runs.
 * Thread-safe.
 */
public final class Flowgauge {

  private Flowgauge() {}

  /**
   * Reads a run from files or folders that belong together, such as a trace and its edges. Formats
   * are recognised by content.
   *
   * @param path a file or folder
   * @param more further files of the same run
   * @return the run
   * @throws io.flowgauge.trace.TraceFormatException if no run can be made of the input; its message
   *     names file, place, what was found and what was expected
   * @throws IOException if a file cannot be read
   */
  public static WorkflowRun read(Path path, Path... more) throws IOException {
    Path[] paths = Arrays.copyOf(more, more.length + 1);
    System.arraycopy(more, 0, paths, 1, more.length);
    paths[0] = path;
    return model().read(List.of(paths));
  }

  /**
   * The same for a path given as text.
   *
   * @param path a file or folder
   * @param more further files of the same run
   * @return the run
   * @throws io.flowgauge.trace.TraceFormatException if no run can be made of the input
   * @throws IOException if a file cannot be read
   */
  public static WorkflowRun read(String path, String... more) throws IOException {
    return read(Path.of(path), Arrays.stream(more).map(Path::of).toArray(Path[]::new));
  }

  /**
   * The runs in a folder, such as all that were recorded of one version of a workflow.
   *
   * <pre>{@code
   * for (Path run : Flowgauge.runsIn(Path.of("runs/before"))) {
   *   reports.add(Flowgauge.report(Flowgauge.read(run)));
   * }
   * }</pre>
   *
   * @param path a file or folder
   * @return the visible folders in it, sorted by name, if two of them or more hold runs and no file
   *     directly in it does; else the path alone. Each is to be one run: reading one that is not
   *     fails and names it
   * @throws IOException if the folder cannot be read
   */
  public static List<Path> runsIn(Path path) throws IOException {
    return model().runsIn(Objects.requireNonNull(path, "path"));
  }

  /**
   * Writes a run; the end of the file name chooses the format: {@code .json} the run document,
   * {@code .wfformat.json} WfFormat 1.5.
   *
   * @param run the run
   * @param file where to; overwritten
   * @return what the format could not hold; empty if nothing was lost
   * @throws IllegalArgumentException if no format has that end of name
   * @throws IOException if writing fails
   */
  public static List<Diagnostic> write(WorkflowRun run, Path file) throws IOException {
    return model().write(Objects.requireNonNull(run, "run"), file);
  }

  /**
   * Starts building a workflow.
   *
   * @param name its name
   * @return an empty builder
   */
  public static WorkflowBuilder workflow(String name) {
    return model().workflow(Objects.requireNonNull(name, "name"));
  }

  /**
   * Starts recording a run, live or from a source of one's own.
   *
   * @param name its name
   * @return an empty recorder
   */
  public static RunRecorder recorder(String name) {
    return model().recorder(Objects.requireNonNull(name, "name"));
  }

  /**
   * Analyses a run.
   *
   * @param run the run
   * @param history other runs with activities of the same ids: the fastest time of an activity over
   *     all of them is its ideal time
   * @return overheads, attribution and metrics
   * @throws IllegalStateException if the run has no activity
   */
  public static RunReport report(WorkflowRun run, WorkflowRun... history) {
    return load(AnalysisProvider.class, "flowgauge-metrics")
        .report(Objects.requireNonNull(run, "run"), List.of(history));
  }

  /**
   * Compares groups of runs to the first of them.
   *
   * <pre>{@code
   * var before = new RunGroup("before", List.of(RunValues.of(Flowgauge.report(run), List.of())));
   * }</pre>
   *
   * @param groups two groups or more, of different names
   * @return what differs, and whether that is more than the noise
   * @throws IllegalArgumentException if there are fewer, or two have one name
   */
  public static Comparison compare(List<RunGroup> groups) {
    return load(ComparisonProvider.class, "flowgauge-metrics").compare(List.copyOf(groups));
  }

  /**
   * A report as text made to be read.
   *
   * @param report the report
   * @return many lines
   */
  public static String text(RunReport report) {
    return render(report, "text");
  }

  /**
   * A report as a JSON document.
   *
   * @param report the report
   * @return one object
   */
  public static String json(RunReport report) {
    return render(report, "json");
  }

  /**
   * Starts predicting the makespan of a workflow.
   *
   * @param workflow the workflow
   * @return a prediction without latencies, of one data segment
   */
  public static PredictionBuilder predict(Workflow workflow) {
    return load(WorkflowPredictionProvider.class, "flowgauge-probabilistic")
        .predict(Objects.requireNonNull(workflow, "workflow"));
  }

  /**
   * Starts predicting the makespan of services in a row over many data segments, the model of
   * [Glatard].
   *
   * @return a prediction without services, of one data segment
   */
  public static ChainPrediction predict() {
    return PredictionProvider.installed().chain();
  }

  private static String render(RunReport report, String format) {
    Objects.requireNonNull(report, "report");
    StringBuilder out = new StringBuilder();
    try {
      for (ReportRenderer renderer : ServiceLoader.load(ReportRenderer.class, loader())) {
        if (renderer.format().equals(format)) {
          renderer.render(report, out);
          return out.toString();
        }
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    throw missing("the report format " + format, "flowgauge-metrics");
  }

  private static ModelProvider model() {
    return load(ModelProvider.class, "flowgauge-model");
  }

  private static <T> T load(Class<T> service, String artifact) {
    return ServiceLoader.load(service, loader())
        .findFirst()
        .orElseThrow(() -> missing(service.getSimpleName(), artifact));
  }

  /**
   * Engines often run plug-ins in class loaders of their own: ours sees what we were loaded with.
   */
  private static ClassLoader loader() {
    return Flowgauge.class.getClassLoader();
  }

  private static IllegalStateException missing(String what, String artifact) {
    return new IllegalStateException(
        what + " is missing: put " + artifact + " on the class path or module path");
  }
}
