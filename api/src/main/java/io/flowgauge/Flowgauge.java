package io.flowgauge;

import io.flowgauge.analysis.RunReport;
import io.flowgauge.comparison.Comparison;
import io.flowgauge.comparison.RunGroup;
import io.flowgauge.internal.NoNulls;
import io.flowgauge.prediction.ChainPrediction;
import io.flowgauge.prediction.Law;
import io.flowgauge.prediction.NetworkPrediction;
import io.flowgauge.run.RunRecorder;
import io.flowgauge.run.WorkflowRun;
import io.flowgauge.spi.AnalysisProvider;
import io.flowgauge.spi.ComparisonProvider;
import io.flowgauge.spi.ModelProvider;
import io.flowgauge.spi.PredictionProvider;
import io.flowgauge.spi.ReportRenderer;
import io.flowgauge.spi.TraceProvider;
import io.flowgauge.trace.Diagnostic;
import io.flowgauge.trace.RunSource;
import io.flowgauge.workflow.Workflow;
import io.flowgauge.workflow.WorkflowBuilder;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.ServiceLoader;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;

/**
 * Entry point of the library: reads, records, analyses, compares and predicts workflow runs.
 *
 * <pre>{@code
 * var report = Flowgauge.report(Flowgauge.read("samples/montage"));
 * System.out.println(Flowgauge.text(report));
 * }</pre>
 *
 * <p>{@link ServiceLoader} finds the implementations. An engine compiles against this module alone
 * and needs at run time only the modules it uses: {@code flowgauge-model} to build and record,
 * {@code flowgauge-metrics} to analyse and compare, {@code flowgauge-traces} to read and write
 * files, {@code flowgauge-report} for text and JSON, {@code flowgauge-probabilistic} to predict.
 * Thread-safe.
 */
public final class Flowgauge {
  /** Providers found so far, all of them stateless. */
  private static final Map<Class<?>, Object> PROVIDERS = new ConcurrentHashMap<>();

  private Flowgauge() {}

  /**
   * Reads a run from files or folders that belong together, such as a trace and its edges. The
   * format is recognised by content.
   *
   * @param path a file or folder
   * @param more further files of the same run
   * @return the run
   * @throws io.flowgauge.trace.TraceFormatException if the input does not yield a run; the message
   *     names the file, the place, what was found and what was expected
   * @throws IOException if a file cannot be read
   */
  public static WorkflowRun read(Path path, Path... more) throws IOException {
    List<Path> paths = new ArrayList<>(List.of(Objects.requireNonNull(path, "path")));
    paths.addAll(NoNulls.copy(more, "more"));
    return traces().read(paths);
  }

  /**
   * Reads a run, like {@link #read(Path, Path...)}, from paths given as text.
   *
   * @param path a file or folder
   * @param more further files of the same run
   * @return the run
   * @throws io.flowgauge.trace.TraceFormatException if the input does not yield a run
   * @throws IOException if a file cannot be read
   */
  public static WorkflowRun read(String path, String... more) throws IOException {
    return read(
        Path.of(Objects.requireNonNull(path, "path")),
        NoNulls.copy(more, "more").stream().map(Path::of).toArray(Path[]::new));
  }

  /**
   * Reads a run into a recorder that you supply, for example to take a snapshot at a given moment,
   * or to add what the files do not say.
   *
   * @param paths files or folders that belong together, one or more
   * @param recorders creates an empty recorder with a given name; the first records the run, later
   *     ones record further descriptions of it, which are joined to it
   * @return the run in the first recorder
   * @throws io.flowgauge.trace.TraceFormatException if the input does not yield a run
   * @throws IOException if a file cannot be read
   */
  public static WorkflowRun read(List<Path> paths, Function<String, RunRecorder> recorders)
      throws IOException {
    List<Path> all = NoNulls.copy(paths, "paths");
    Objects.requireNonNull(recorders, "recorders");
    return traces().read(all, recorders);
  }

  /**
   * Finds runs in files and folders, such as all recorded runs of one version of a workflow. If you
   * first find all runs and then read them one by one, each folder is searched only once, however
   * many of its files you name.
   *
   * <pre>{@code
   * for (RunSource run : Flowgauge.runsIn(Path.of("runs/before"))) {
   *   reports.add(Flowgauge.report(run.read()));
   * }
   * }</pre>
   *
   * @param paths files or folders
   * @return for each path, the visible folders in it, sorted by name, if at least two of them hold
   *     runs and no file directly in it does; otherwise the path itself. Each should be one run; if
   *     it is not, {@link RunSource#read} fails and names the path
   * @throws IOException if a folder cannot be read
   */
  public static List<RunSource> runsIn(Path... paths) throws IOException {
    List<Path> all = NoNulls.copy(paths, "paths");
    return traces().runsIn(all);
  }

  /**
   * Reads the probability laws of duration that a run document states for its activities, to
   * predict runs that were never measured.
   *
   * <pre>{@code
   * var times = MeasuredTimes.of(run).withDurations(Flowgauge.durationLaws(file));
   * }</pre>
   *
   * @param path a file or folder
   * @return laws by activity id; empty if the path is a folder or a file other than a run document
   * @throws io.flowgauge.trace.TraceFormatException if a law is invalid
   * @throws IOException if the file cannot be read
   */
  public static Map<String, Law> durationLaws(Path path) throws IOException {
    return traces().durationLaws(Objects.requireNonNull(path, "path"));
  }

  /**
   * Opens a trace file and unpacks it if it is packed with gzip or xz. This is the content that
   * {@link io.flowgauge.trace.RunReader}s read; {@link io.flowgauge.trace.TraceFile#head} is its
   * beginning.
   *
   * @param file the file
   * @return its content, to be closed by the caller; reading it throws a {@link
   *     io.flowgauge.trace.TraceFormatException} if a packed file is damaged, cut off, or unpacks
   *     to over 64 MiB and over 500 times its size
   * @throws IOException if it cannot be opened
   */
  public static InputStream open(Path file) throws IOException {
    return traces().open(Objects.requireNonNull(file, "file"));
  }

  /**
   * Writes a run in the format that the file name's suffix selects: {@code .json} for the run
   * document, {@code .wfformat.json} for WfFormat 1.5, {@code .otlp.json}, {@code .trace.json} for
   * Chrome's trace format, {@code .dot}, and the formats of further modules, such as {@code .nlb}
   * from {@code flowgauge-runlog}.
   *
   * @param run the run
   * @param file the file to write; overwritten if it exists
   * @return what the format could not hold; empty if nothing was lost
   * @throws IllegalArgumentException if no format has that suffix
   * @throws IOException if writing fails
   */
  public static List<Diagnostic> write(WorkflowRun run, Path file) throws IOException {
    Objects.requireNonNull(run, "run");
    return traces().write(run, Objects.requireNonNull(file, "file"));
  }

  /**
   * Starts building a workflow.
   *
   * @param name name of the workflow
   * @return an empty builder
   */
  public static WorkflowBuilder workflow(String name) {
    return model().workflow(Objects.requireNonNull(name, "name"));
  }

  /**
   * Starts recording a run, from a live engine or a source of your own.
   *
   * @param name name of the run
   * @return an empty recorder
   */
  public static RunRecorder recorder(String name) {
    return model().recorder(Objects.requireNonNull(name, "name"));
  }

  /**
   * Analyses a run.
   *
   * @param run the run
   * @param history other runs with the same activity ids: the ideal time of an activity is its
   *     fastest time over all of them
   * @return overheads, attribution and metrics, each computed on first use
   * @throws IllegalStateException if the run has no activities
   */
  public static RunReport report(WorkflowRun run, WorkflowRun... history) {
    Objects.requireNonNull(run, "run");
    List<WorkflowRun> others = NoNulls.copy(history, "history");
    return load(AnalysisProvider.class, "flowgauge-metrics").report(run, others);
  }

  /**
   * Compares groups of runs with the first group.
   *
   * <pre>{@code
   * var before = new RunGroup("before", List.of(RunValues.of(Flowgauge.report(run), List.of())));
   * }</pre>
   *
   * @param groups two or more groups with different names
   * @return what differs, and which differences exceed the noise
   * @throws IllegalArgumentException if there are fewer than two groups, or two share a name
   */
  public static Comparison compare(List<RunGroup> groups) {
    List<RunGroup> all = NoNulls.copy(groups, "groups");
    return load(ComparisonProvider.class, "flowgauge-metrics").compare(all);
  }

  /**
   * Renders a report as text for people to read.
   *
   * @param report the report
   * @return the text, in lines
   */
  public static String text(RunReport report) {
    return render(report, "text");
  }

  /**
   * Renders a report as a JSON document.
   *
   * @param report the report
   * @return one JSON object
   */
  public static String json(RunReport report) {
    return render(report, "json");
  }

  /**
   * Starts predicting the makespan of a workflow.
   *
   * @param workflow the workflow
   * @return a prediction with no latencies and one data segment
   */
  public static NetworkPrediction predict(Workflow workflow) {
    return PredictionProvider.installed().predict(Objects.requireNonNull(workflow, "workflow"));
  }

  /**
   * Starts predicting the makespan of services in a row over many data segments, after the model of
   * [Glatard].
   *
   * @return a prediction with no services and one data segment
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
    throw missing("the report format " + format, "flowgauge-report");
  }

  private static ModelProvider model() {
    return load(ModelProvider.class, "flowgauge-model");
  }

  private static TraceProvider traces() {
    return load(TraceProvider.class, "flowgauge-traces");
  }

  /**
   * Looks a provider up once: for a small run, a look-up would take a twentieth of the time of a
   * report.
   */
  private static <T> T load(Class<T> service, String artifact) {
    Object known = PROVIDERS.get(service);
    if (known == null) {
      known =
          ServiceLoader.load(service, loader())
              .findFirst()
              .orElseThrow(() -> missing(service.getSimpleName(), artifact));
      PROVIDERS.put(service, known);
    }
    return service.cast(known);
  }

  /**
   * Uses the class loader of this library rather than the thread's: engines often run plug-ins in
   * separate class loaders.
   */
  private static ClassLoader loader() {
    return Flowgauge.class.getClassLoader();
  }

  private static IllegalStateException missing(String what, String artifact) {
    return new IllegalStateException(
        what + " is missing: put " + artifact + " on the class path or module path");
  }
}
