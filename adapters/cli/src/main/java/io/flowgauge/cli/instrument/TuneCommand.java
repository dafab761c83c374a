package io.flowgauge.cli.instrument;

import com.fasterxml.jackson.core.JsonGenerator;
import io.flowgauge.cli.Json;
import io.flowgauge.cli.Main;
import io.flowgauge.cli.Seconds;
import io.flowgauge.cli.Session;
import io.flowgauge.cli.TextOrJson;
import io.flowgauge.cli.WrongUsageException;
import io.flowgauge.cli.terminal.StopSignal;
import io.flowgauge.instrumentation.Change;
import io.flowgauge.instrumentation.tracking.ProcessPattern;
import io.flowgauge.instrumentation.tracking.ProcessTracker;
import io.flowgauge.log.write.EventLog;
import io.flowgauge.report.layout.Human;
import io.flowgauge.tuning.Analyzer;
import io.flowgauge.tuning.AnalyzerBuilder;
import io.flowgauge.tuning.Rate;
import io.flowgauge.tuning.TuningLog;
import io.flowgauge.tuning.TuningStep;
import io.flowgauge.tuning.TuningStep.State;
import io.flowgauge.tuning.Tunlet;
import java.io.Closeable;
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
      "Looks for what makes running programs slow, and changes it in them where a tunlet knows how."
          + " A change is undone if the program gets slower, and at the end of this command.",
      "",
      "Until the processes have ended, or for a time.",
      ""
    },
    footer = {
      "",
      "Examples:",
      "  flowgauge tune 4711 4712 4713 4714",
      "  flowgauge tune --name 'solver*' --dry-run --for 10",
      "  flowgauge tune --name 'solver*' --tunlet spinning-ranks --log tuning.nlb"
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
      description = "Only this tunlet; can be repeated. Default: all.")
  private List<String> tunlets = List.of();

  @Option(names = "--dry-run", description = "Change nothing; say what would be changed.")
  private boolean isDry;

  @Option(
      names = "--for",
      paramLabel = "TIME",
      description = "How long to tune, such as 30 or 10m. Default: until the processes have ended.")
  private String duration;

  @Option(
      names = "--log",
      paramLabel = "FILE",
      description = "Write all that is done into this event log.")
  private Path log;

  @Mixin private TextOrJson format;

  /** Tunes with the streams of a session. */
  public TuneCommand(Session session) {
    this.session = session;
  }

  @Override
  @SuppressWarnings("try") // The tracker is only there.
  public Integer call() throws IOException {
    boolean isJson = format.isJson("tune");
    if (pids.isEmpty() && name == null) {
      throw new WrongUsageException("name processes to tune: a PID, or --name");
    }
    AnalyzerBuilder options = Analyzer.builder().tunlets(chosen());
    if (isDry) {
      options.dryRun();
    }
    try (Closeable events = logged(options);
        StopSignal stop = StopSignal.listen();
        Analyzer analyzer = options.open()) {
      pids.forEach(analyzer::watch);
      try (Closeable tracking = tracked(analyzer)) {
        tune(analyzer, stop, isJson);
      }
      requireAny(analyzer);
    }
    session.flush();
    return Main.DONE;
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

  private Closeable logged(AnalyzerBuilder options) throws IOException {
    if (log == null) {
      return () -> {};
    }
    EventLog events = EventLog.open(log);
    options.onStep(new TuningLog(events));
    return events::close;
  }

  private Closeable tracked(Analyzer analyzer) {
    if (name == null) {
      return () -> {};
    }
    ProcessTracker tracker =
        ProcessTracker.of(ProcessPattern.named(name)).listener(analyzer.listener()).start();
    return tracker::close;
  }

  private void tune(Analyzer analyzer, StopSignal stop, boolean isJson) throws IOException {
    double seconds = duration == null ? Double.POSITIVE_INFINITY : Seconds.parse("--for", duration);
    long start = System.nanoTime();
    boolean isOver = false;
    while (!isOver) {
      isOver =
          (name == null && analyzer.isIdle())
              || (System.nanoTime() - start) / 1e9 >= seconds
              || stop.await(TICK);
      show(analyzer.steps(), isJson);
    }
  }

  private void show(List<TuningStep> steps, boolean isJson) throws IOException {
    for (TuningStep step : steps.subList(shown, steps.size())) {
      if (isJson) {
        Json.line(session.text(), json -> write(json, step));
      } else if (!isForeign(step) || !tunlets.isEmpty()) {
        session.text().write(text(step) + "\n");
      }
    }
    shown = steps.size();
    session.flush();
  }

  /** A process that nobody can attach to is an error, unless others were tuned. */
  private void requireAny(Analyzer analyzer) throws IOException {
    List<TuningStep> steps = analyzer.steps();
    boolean isNone =
        name == null && !steps.isEmpty() && steps.stream().allMatch(TuneCommand::isForeign);
    if (isNone) {
      throw new IOException(
          "nothing was tuned: "
              + steps.stream()
                  .map(step -> step.tunlet() + ": " + step.reason())
                  .distinct()
                  .collect(Collectors.joining("; ")));
    }
  }

  /** Most programs are none of most tunlets' business. */
  private static boolean isForeign(TuningStep step) {
    return step.state() == State.REFUSED && step.change().isEmpty();
  }

  private static String text(TuningStep step) {
    String what = step.change().map(Change::toString).orElse(step.tunlet());
    String where =
        step.program()
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

  private static void write(JsonGenerator json, TuningStep step) throws IOException {
    json.writeStringField("time", step.time().toString());
    json.writeStringField("tunlet", step.tunlet());
    json.writeStringField("program", step.program());
    json.writeArrayFieldStart("pids");
    for (long pid : step.pids()) {
      json.writeNumber(pid);
    }
    json.writeEndArray();
    json.writeStringField("state", step.state().label());
    if (step.change().isPresent()) {
      json.writeStringField("change", step.change().get().toString());
    }
    write(json, "before", step.before());
    write(json, "after", step.after());
    if (!step.reason().isEmpty()) {
      json.writeStringField("reason", step.reason());
    }
  }

  private static void write(JsonGenerator json, String key, Rate rate) throws IOException {
    if (rate.intervals() > 0) {
      json.writeObjectFieldStart(key);
      json.writeNumberField("callsPerSecond", rate.mean());
      json.writeNumberField("error", rate.error());
      json.writeNumberField("intervals", rate.intervals());
      json.writeEndObject();
    }
  }
}
