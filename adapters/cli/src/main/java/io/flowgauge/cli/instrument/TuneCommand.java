package io.flowgauge.cli.instrument;

import io.flowgauge.cli.Failure;
import io.flowgauge.cli.Json;
import io.flowgauge.cli.Seconds;
import io.flowgauge.cli.Session;
import io.flowgauge.cli.TextOrJson;
import io.flowgauge.cli.WrongUsageException;
import io.flowgauge.cli.instrument.Tunings.PlacedStep;
import io.flowgauge.cli.sites.ViaOptions;
import io.flowgauge.cli.terminal.StopSignal;
import io.flowgauge.instrumentation.Change;
import io.flowgauge.instrumentation.Refusal;
import io.flowgauge.report.layout.Human;
import io.flowgauge.tuning.Analyzer;
import io.flowgauge.tuning.AnalyzerBuilder;
import io.flowgauge.tuning.TuningLog;
import io.flowgauge.tuning.TuningStep;
import io.flowgauge.tuning.TuningStep.State;
import io.flowgauge.tuning.Tunlet;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Runs tunlets over processes. */
@Command(
    name = "tune",
    description = {
      "Looks for what makes running programs slow, and changes it if a tunlet knows how to. A"
          + " change is undone if the program gets slower, and otherwise when this command ends.",
      "",
      "Tunes until the processes have ended, or for the time --for gives. On other machines"
          + " (--via), tunes the processes that are running at the beginning, if the grid map of"
          + " their node lets you change processes.",
      ""
    },
    footer = {
      "",
      "Examples:",
      "  flowgauge tune 4711 4712 4713 4714",
      "  flowgauge tune --name 'solver*' --dry-run --for 10",
      "  flowgauge tune --name 'solver*' --tunlet spinning-ranks --log tuning.nlb",
      "  flowgauge tune --via hub.example.org:14381 --name 'solver*'"
    })
public final class TuneCommand implements Callable<Integer> {
  private static final Duration TICK = Duration.ofMillis(100);

  private final Session session;
  private int shown;

  @Parameters(paramLabel = "PID", arity = "0..*", description = "Processes to tune.")
  private List<Long> pids = List.of();

  @Option(
      names = "--name",
      paramLabel = "NAME",
      description =
          "Tune the processes of this name, as they start; * and ? are wildcards. Without --for,"
              + " until stopped.")
  private String name;

  @Option(
      names = "--tunlet",
      paramLabel = "NAME",
      description = "Use only this tunlet. May be repeated. Default: all.")
  private List<String> tunlets = List.of();

  @Option(names = "--dry-run", description = "Change nothing; say what would be changed.")
  private boolean isDry;

  @Option(
      names = "--for",
      paramLabel = "TIME",
      description = "How long to tune, such as 30 or 10m. Default: until the processes have ended.")
  private String duration;

  @Option(names = "--log", paramLabel = "FILE", description = "Write all steps to this event log.")
  private Path log;

  @Mixin private TextOrJson format;
  @Mixin private ViaOptions via;

  /** Creates the command for the streams of a session. */
  public TuneCommand(Session session) {
    this.session = session;
  }

  @Override
  public Integer call() throws IOException {
    boolean isJson = format.isJson("tune");
    if (pids.isEmpty() && name == null) {
      throw new WrongUsageException("name processes to tune: a PID, or --name");
    }
    List<Tunlet> chosen = chosen();
    double seconds = Seconds.limit("--for", duration);
    CommandLog logged = CommandLog.open(log, session);
    try (logged;
        ViaOptions.Reach reach = via.open(session);
        StopSignal stop = StopSignal.listenWithSensors();
        Tunings tunings = new Tunings(() -> analyzerBuilder(chosen, logged))) {
      begin(tunings, reach);
      tune(tunings, seconds, stop, isJson);
      if (isJson) {
        Json.line(session.text(), json -> TuneJson.write(json, tunings.steps()));
        session.flush();
      }
      requireAny(tunings);
    }
    session.flush();
    return logged.status();
  }

  private AnalyzerBuilder analyzerBuilder(List<Tunlet> chosen, CommandLog logged) {
    AnalyzerBuilder options = Analyzer.builder().tunlets(chosen);
    logged.log().map(TuningLog::new).ifPresent(options::onStep);
    return isDry ? options.dryRun() : options;
  }

  private void begin(Tunings tunings, ViaOptions.Reach reach) throws IOException {
    if (reach.sites().isEmpty()) {
      tunings.here(pids, name);
      return;
    }
    List<Refusal> missing = tunings.elsewhere(reach.sites().get(), pids, name);
    if (tunings.isEmpty()) {
      String why = missing.stream().map(Failure::text).collect(Collectors.joining("; "));
      throw new IOException("nothing was tuned: " + why);
    }
    missing.forEach(why -> session.say(Failure.text(why)));
  }

  private List<Tunlet> chosen() {
    List<Tunlet> all = AnalyzerBuilder.installed();
    List<String> names = all.stream().map(Tunlet::name).toList();
    for (String wanted : tunlets) {
      if (!names.contains(wanted)) {
        throw new WrongUsageException(
            "there is no tunlet '" + wanted + "', only " + String.join(", ", names));
      }
    }
    return all.stream().filter(t -> tunlets.isEmpty() || tunlets.contains(t.name())).toList();
  }

  private void tune(Tunings tunings, double seconds, StopSignal stop, boolean isJson)
      throws IOException {
    long start = System.nanoTime();
    boolean isOver = false;
    while (!isOver) {
      isOver = tunings.isOver() || (System.nanoTime() - start) / 1e9 >= seconds || stop.await(TICK);
      if (!isJson) {
        show(tunings.steps());
      }
    }
  }

  private void show(List<PlacedStep> steps) throws IOException {
    for (PlacedStep step : steps.subList(shown, steps.size())) {
      if (!isForeign(step.step()) || !tunlets.isEmpty()) {
        session.text().write(text(step) + "\n");
      }
    }
    shown = steps.size();
    session.flush();
  }

  /**
   * Fails if no tunlet applies to any of the processes, for example because they cannot be attached
   * to, unless more processes may start.
   */
  private void requireAny(Tunings tunings) throws IOException {
    List<TuningStep> steps = tunings.steps().stream().map(PlacedStep::step).toList();
    boolean isComing = name != null && !via.isGiven();
    if (!isComing && !steps.isEmpty() && steps.stream().allMatch(TuneCommand::isForeign)) {
      throw new IOException(
          "nothing was tuned: "
              + steps.stream()
                  .map(step -> step.tunlet() + ": " + step.reason())
                  .distinct()
                  .collect(Collectors.joining("; ")));
    }
  }

  /**
   * Whether a tunlet does not apply to a program, as most tunlets do not apply to most programs.
   */
  private static boolean isForeign(TuningStep step) {
    return step.state() == State.REFUSED && step.change().isEmpty();
  }

  private static String text(PlacedStep placed) {
    TuningStep step = placed.step();
    String what = step.change().map(Change::toString).orElse(step.tunlet());
    String where =
        (placed.place().isEmpty() ? "" : placed.place() + ", ")
            + step.program()
            + (step.pids().size() > 1
                ? ", " + Human.count(step.pids().size(), "process", "processes")
                : step.pids().stream()
                    .map(pid -> ", process " + pid)
                    .collect(Collectors.joining()));
    String rates = rates(step);
    return step.state().label()
        + ": "
        + what
        + " ("
        + where
        + ")"
        + (rates.isEmpty() ? "" : ": " + rates)
        + (step.reason().isEmpty() ? "" : ": " + step.reason());
  }

  private static String rates(TuningStep step) {
    if (step.before().intervals() == 0) {
      return "";
    }
    String before = Human.count(Math.round(step.before().mean())) + " calls/s";
    if (step.after().intervals() == 0) {
      return before;
    }
    String after = Human.count(Math.round(step.after().mean())) + " calls/s";
    return before + " before, " + after + " after";
  }
}
