package io.flowgauge.cli.run;

import io.flowgauge.Flowgauge;
import io.flowgauge.cli.Main;
import io.flowgauge.cli.PlaceName;
import io.flowgauge.cli.Seconds;
import io.flowgauge.cli.Session;
import io.flowgauge.cli.TextOrJson;
import io.flowgauge.cli.WrongUsageException;
import io.flowgauge.history.History;
import io.flowgauge.prediction.Law;
import io.flowgauge.report.prediction.JsonPrediction;
import io.flowgauge.report.prediction.PredictionReport;
import io.flowgauge.report.prediction.TextPrediction;
import io.flowgauge.run.WorkflowRun;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.function.Supplier;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

@Command(
    name = "predict",
    description = {
      "Predicts how long a workflow takes, as a distribution.",
      "",
      "Without RUN, the workflow is a row of services with the same latency, run data parallel"
          + " (dp: every service waits for its slowest data segment) or data and service parallel"
          + " (dsp: no data segment waits for another). Services that differ are given one by one,"
          + " each with --service.",
      "",
      "With RUN, it can be any workflow: a run document with laws of duration, or a recorded run"
          + " in any format that report reads. A recorded run's activities take the service times"
          + " measured in it and a latency drawn from the law that fits it best, and the"
          + " prediction is shown next to what happened. For a run that has not finished, the"
          + " remainder is predicted.",
      "",
      "Laws: normal, lognormal (mean, sd); exponential (mean); gamma, weibull, pareto (shape,"
          + " scale); uniform (lo, hi); constant (seconds); shifted (shift, base); mixture (weights,"
          + " components); empirical (values); outliers (rho, base).",
      ""
    },
    footer = {
      "",
      "Examples:",
      "  flowgauge predict --mode dp --services 3 --data-segments 126 \\",
      "      --latency 'lognormal(mean=300, sd=300)' --service-time 40 --deadline 2h",
      "  flowgauge predict --mode dsp --data-segments 12 --service 'gamma(shape=2, scale=150)' \\",
      "      --service 'shifted(shift=40, base=exponential(mean=90))'",
      "  flowgauge predict trace.txt                       compared with what happened",
      "  flowgauge predict trace.txt --slots 8             on eight slots",
      "  flowgauge predict workflow.json --mode dsp --data-segments 12 --format json"
    })
public final class PredictCommand implements Callable<Integer> {
  private static final String FROM_RUN = "from-run";
  private static final double DEFAULT_ERROR = 0.001;

  private final Session session;

  @Parameters(
      paramLabel = "RUN|WORKFLOW",
      arity = "0..1",
      description = "A file, a folder with the files of one run, or - for standard input.")
  private Path input;

  @Option(
      names = "--mode",
      paramLabel = "MODE",
      description =
          "dp or dsp (default without RUN) over the data segments; asis (default with RUN): the"
              + " workflow once, as it is; deterministic: every time equal to its mean.")
  private String mode;

  @Option(
      names = "--data-segments",
      paramLabel = "N",
      description = "Number of data segments (default 1), each taken through the whole workflow.")
  private Long dataSegments;

  @Option(
      names = "--latency",
      paramLabel = "LAW",
      description =
          "Law of latency, such as 'gamma(shape=2, scale=150)'; from-run (default with a recorded"
              + " run): the law that fits the run best.")
  private String latency;

  @Option(
      names = "--services",
      paramLabel = "N",
      description = "Number of services in a row (default 1); only without RUN.")
  private Integer services;

  @Option(
      names = "--service",
      paramLabel = "LAW",
      description =
          "Law of the time of one service, latency and service time together; give one for each"
              + " service, instead of --services, --latency and --service-time.")
  private List<String> service = List.of();

  @Option(
      names = "--service-time",
      paramLabel = "TIME",
      description =
          "Fixed time of each service or activity in addition to its latency, such as 90, 90s,"
              + " 1.5m, 2h or 1d; overrides measured times.")
  private String serviceTime;

  @Option(
      names = "--slots",
      paramLabel = "N",
      description =
          "Number of activities that can run at once, or any for no limit. Default: any; but for a"
              + " recorded run whose activities waited mainly for slots, the number of slots it"
              + " had. Latencies taken from such a run exclude the waiting for slots.")
  private String slots;

  @Option(
      names = "--deadline",
      paramLabel = "TIME",
      description = "Also print the probability of finishing within this time of the start.")
  private String deadline;

  @Option(
      names = "--relative-error",
      paramLabel = "E",
      description =
          "Relative error allowed in a sampled mean (default 0.001); the answer says whether it"
              + " was achieved. Not with --history alone, which simulates a fixed number of runs.")
  private Double relativeError;

  @Option(
      names = "--history",
      paramLabel = "RUN",
      converter = PlaceName.class,
      description =
          "Predict from earlier runs: a run, a folder of runs, or an experiment repository (REPO,"
              + " or REPO#WORKFLOW if it holds several workflows). May be repeated. Or a single"
              + " file that learn has written. A recorded RUN is then predicted as if it were still"
              + " to come; for an unfinished one, the prediction also learns from what has"
              + " completed. If a law or time is given, such as --latency, earlier runs supply only"
              + " what is missing from RUN.")
  private List<String> history = List.of();

  @Mixin private LearnedQuery learned = new LearnedQuery();

  @Mixin private TextOrJson format;

  public PredictCommand(Session session) {
    this.session = session;
  }

  @Override
  public Integer call() throws IOException {
    boolean isJson = format.isJson("prediction");
    PredictionQuery query = query();
    Path file = input == null ? null : session.input(input);
    if (isLearned(file, query)) {
      if (relativeError != null) {
        throw new WrongUsageException(
            "--relative-error applies only to means sampled from laws, and with --history times are"
                + " learned: omit it");
      }
      WorkflowRun run = session.read(file);
      History earlier = new EarlierRuns(session, history).learned();
      return answer(file, out -> learned.write(run, earlier, query, isJson, out));
    }
    if (learned.isAsked()) {
      throw new WrongUsageException(
          "--machine, --input-factor, --activities and --why need --history, without --mode,"
              + " --data-segments, --latency or --service-time");
    }
    Supplier<PredictionReport> report =
        file == null
            ? new ChainQuery(query)::report
            : RunQuery.read(file, new EarlierRuns(session, history), query, session)::report;
    return answer(
        file,
        out -> {
          if (isJson) {
            JsonPrediction.write(report.get(), out);
          } else {
            TextPrediction.write(report.get(), out);
          }
        });
  }

  /** Something that writes a prediction. */
  private interface Answer {
    void write(Appendable out) throws IOException;
  }

  /** Writes a prediction once it is complete, because much of it is computed as it is written. */
  private int answer(Path file, Answer answer) throws IOException {
    StringBuilder text = new StringBuilder();
    String what = file == null ? "the makespan" : session.shown(file);
    session.during(
        "predicting " + what,
        () -> {
          answer.write(text);
          return text;
        });
    session.text().append(text);
    session.text().flush();
    return Main.DONE;
  }

  /** Whether earlier runs provide everything, because no law or time is given. */
  private boolean isLearned(Path file, PredictionQuery query) throws IOException {
    return file != null
        && !history.isEmpty()
        && query.isAsIs()
        && query.dataSegments() == 1
        && latency == null
        && serviceTime == null
        && Flowgauge.durationLaws(file).isEmpty();
  }

  private PredictionQuery query() {
    Optional<String> law = Optional.ofNullable(latency);
    return new PredictionQuery(
        PredictionMode.parse(mode, input != null),
        positive("--data-segments", dataSegments == null ? 1 : dataSegments),
        law.filter(text -> !text.equals(FROM_RUN)).map(text -> law("--latency", text)),
        services(),
        Optional.ofNullable(serviceTime).map(PredictCommand::serviceSeconds),
        slots == null ? SlotQuery.NONE : SlotQuery.parse(slots),
        Optional.ofNullable(deadline).map(text -> Seconds.parse("--deadline", text)),
        relativeError());
  }

  /**
   * Returns the laws of services that are named one by one, or the number of services that are
   * alike.
   */
  private ServiceQuery services() {
    if (!history.isEmpty() && input == null) {
      throw new WrongUsageException("--history needs a RUN or WORKFLOW, which is missing");
    }
    if (input != null && (services != null || !service.isEmpty())) {
      throw new WrongUsageException(
          (services == null ? "--service" : "--services")
              + " is for a row of services: omit "
              + input);
    }
    boolean areAlike = services != null || latency != null || serviceTime != null;
    if (!service.isEmpty() && areAlike) {
      throw new WrongUsageException(
          "--service replaces --services, --latency and --service-time: give either it or those");
    }
    return new ServiceQuery(
        (int) positive("--services", services == null ? 1 : services),
        service.stream().map(text -> law("--service", text)).toList());
  }

  private double relativeError() {
    double relative = relativeError == null ? DEFAULT_ERROR : relativeError;
    if (!(relative > 0 && relative < 1)) {
      throw new WrongUsageException(
          "--relative-error must be above 0 and below 1, but is " + relative);
    }
    return relative;
  }

  private static long positive(String option, long value) {
    if (value < 1) {
      throw new WrongUsageException(option + " must be 1 or more, but is " + value);
    }
    return value;
  }

  private static double serviceSeconds(String text) {
    String option = "--service-time";
    double seconds = Seconds.parse(option, text);
    accepted(option, () -> Flowgauge.predict().service(seconds, Law.constant(0)));
    return seconds;
  }

  private static Law law(String option, String text) {
    Law law = accepted(option, () -> Law.parse(text));
    accepted(option, () -> Flowgauge.predict().services(1, law));
    return law;
  }

  /** Returns what is made from the value of an option; if that is refused, names the option. */
  static <T> T accepted(String option, Supplier<T> made) {
    try {
      return made.get();
    } catch (IllegalArgumentException e) {
      throw new WrongUsageException(option + ": " + e.getMessage());
    }
  }

  /** How data segments are processed. */
  enum PredictionMode {
    DP,
    DSP,
    ASIS,
    DETERMINISTIC;

    static PredictionMode parse(String text, boolean hasInput) {
      if (text == null) {
        return hasInput ? ASIS : DSP;
      }
      for (PredictionMode each : values()) {
        if (each.name().toLowerCase(Locale.ROOT).equals(text)) {
          return each;
        }
      }
      throw new WrongUsageException(
          "there is no mode '" + text + "', only asis, deterministic, dp, dsp");
    }
  }
}
