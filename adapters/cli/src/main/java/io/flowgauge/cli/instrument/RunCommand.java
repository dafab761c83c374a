package io.flowgauge.cli.instrument;

import io.flowgauge.cli.Failure;
import io.flowgauge.cli.NameValues;
import io.flowgauge.cli.Session;
import io.flowgauge.cli.WrongUsageException;
import io.flowgauge.cli.sites.ViaOptions;
import io.flowgauge.cli.terminal.StopSignal;
import io.flowgauge.cli.terminal.Terminal;
import io.flowgauge.instrumentation.InstrumentationProvider;
import io.flowgauge.instrumentation.InstrumentedProcess;
import io.flowgauge.instrumentation.LaunchRequest;
import io.flowgauge.instrumentation.Outcome;
import io.flowgauge.instrumentation.ProcessStatus;
import io.flowgauge.instrumentation.Refusal;
import io.flowgauge.instrumentation.SensorRequest;
import io.flowgauge.instrumentation.irl.ProcessSelector;
import io.flowgauge.instrumentation.tracking.ProcessPattern;
import io.flowgauge.instrumentation.tracking.ProcessTracker;
import io.flowgauge.sites.Sites;
import java.io.IOException;
import java.io.Writer;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

@Command(
    name = "run",
    description = {
      "Runs a command with sensors that are in place before its main function starts, and prints"
          + " what they measured to standard error. The command inherits this one's standard"
          + " streams. On another machine (--via), its input is empty and its output is shown"
          + " here.",
      ""
    },
    footer = {
      "",
      "Exit status: that of the command, or 128 + n if signal n ended it; 125 if it could not be"
          + " started; 2 for wrong usage.",
      "",
      "Examples:",
      "  flowgauge run -r 'mProject:*' -- mProject in.fits out.fits region.hdr",
      "  flowgauge run -r 'libc.so.6:read' -r 'libc.so.6:write' -- sort big.txt",
      "  flowgauge run --children -r 'libmpi*:MPI_*' -- mpiexec -n 4 solver in.dat",
      "  flowgauge run -r 'org.example.Main:*' --format json -o profile.json -- java -jar a.jar",
      "  flowgauge run --via hub.example.org:14381 --at siteA/node1 -r 'solver:*' -- ./solver"
    })
public final class RunCommand implements Callable<Integer> {
  /** Exit status if the command was not started. */
  static final int NOT_STARTED = 125;

  private final Session session;

  @Parameters(
      paramLabel = "COMMAND",
      arity = "1..*",
      description = "The command and its arguments, after --.")
  private List<String> command = List.of();

  @Option(
      names = {"-o", "--output"},
      paramLabel = "FILE",
      description = "Write the profile to this file instead of standard error.")
  private Path output;

  @Option(
      names = "--children",
      description = {
        "Also put sensors into all processes the command starts, such as a script's programs or"
            + " the ranks of a parallel program, each before its main function; grouped by"
            + " program."
      })
  private boolean hasChildren;

  @Option(
      names = "--env",
      paramLabel = "NAME=VALUE",
      description = "With --via: a variable of the command's environment. May be repeated.")
  private List<String> environment = List.of();

  @Option(
      names = "--directory",
      paramLabel = "FOLDER",
      description =
          "With --via: the folder in which the command runs. Default: the home folder of its user"
              + " on that machine.")
  private Path directory;

  @Mixin private SensorOptions sensors;
  @Mixin private ProfileOptions options;
  @Mixin private ViaOptions via;

  /** Receives the profile. */
  private Writer profile;

  private boolean isStarted;

  RunCommand(Session session) {
    this.session = session;
  }

  /** Creates the command line; arguments after the command's name belong to that command. */
  public static CommandLine of(Session session) {
    return new CommandLine(new RunCommand(session)).setStopAtPositional(true);
  }

  @Override
  public Integer call() throws IOException {
    options.check();
    SensorRequest request = sensors.request();
    LaunchRequest launch = LaunchRequest.of(command);
    InstrumentationProvider provider =
        session.providers().of(sensors.provider(), launch, request.include());
    Map<String, String> variables = NameValues.parse("--env", environment);
    checkPlace();
    // Opened before the command starts: if opening failed later, the command would run on without
    // this process.
    try (ProfileFile file = ProfileFile.open(output, session)) {
      profile = file == null ? session.errors() : file;
      if (via.isGiven()) {
        return runElsewhere(request, variables, provider.name());
      }
      return hasChildren ? runAll(launch, request, provider) : runOne(launch, request, provider);
    } catch (IOException e) {
      return reportNotStarted(e);
    }
  }

  private void checkPlace() {
    if (!via.isGiven() && (directory != null || !environment.isEmpty())) {
      throw new WrongUsageException("--env and --directory need --via HOST:PORT");
    }
    if (via.isGiven() && (options.log().isPresent() || hasChildren)) {
      throw new WrongUsageException("--log and --children work only for commands on this machine");
    }
    if (hasChildren) {
      TrackingRun.check(options);
    }
  }

  private int reportNotStarted(IOException e) throws IOException {
    if (isStarted) {
      throw e;
    }
    session.report(e);
    return NOT_STARTED;
  }

  private boolean isOnTerminal() {
    return output == null && Terminal.isErrorScreen();
  }

  private int runOne(LaunchRequest launch, SensorRequest request, InstrumentationProvider provider)
      throws IOException {
    try (StopSignal stop = StopSignal.listenWithSensors();
        LoggedProfile log = LoggedProfile.open(options, session)) {
      Outcome<InstrumentedProcess> launched = provider.launch(launch);
      if (launched.refusal().isPresent()) {
        return notStarted(launched.refusal().get());
      }
      try (InstrumentedProcess process = launched.orThrow()) {
        return run(StartedCommand.local(process), request, log, stop);
      }
    }
  }

  private int run(StartedCommand started, SensorRequest request, LoggedProfile log, StopSignal stop)
      throws IOException {
    isStarted = true;
    CommandRun run = new CommandRun(session, options, stop);
    Outcome<Watching> begun = run.begin(started, request, log);
    if (begun.refusal().isPresent()) {
      return notStarted(begun.refusal().get());
    }
    ProfileView view = new ProfileView(options, profile, isOnTerminal());
    int status = run.end(started, begun.orThrow(), log, view);
    session.flush();
    return status;
  }

  private int runElsewhere(SensorRequest request, Map<String, String> variables, String provider)
      throws IOException {
    ProcessSelector.Launch launch =
        new ProcessSelector.Launch(command, variables, Optional.ofNullable(directory));
    try (StopSignal stop = StopSignal.listenWithSensors();
        LoggedProfile log = LoggedProfile.open(options, session);
        Sites sites = via.connect()) {
      Outcome<RemoteCommand> started =
          RemoteCommand.start(sites.provider(provider), launch, session);
      if (started.refusal().isPresent()) {
        return notStarted(started.refusal().get());
      }
      try (RemoteCommand remote = started.orThrow()) {
        return run(remote, request, log, stop);
      }
    }
  }

  private int runAll(LaunchRequest launch, SensorRequest request, InstrumentationProvider provider)
      throws IOException {
    try (StopSignal stop = StopSignal.listenWithSensors()) {
      TrackingRun run = new TrackingRun(options, profile, isOnTerminal());
      Outcome<ProcessTracker> launched =
          ProcessTracker.of(ProcessPattern.any())
              .instrument(request)
              .provider(provider)
              .launch(launch);
      if (launched.refusal().isPresent()) {
        return notStarted(launched.refusal().get());
      }
      isStarted = true;
      int status = runAll(launched.orThrow(), run, stop);
      session.flush();
      return status;
    }
  }

  private static int runAll(ProcessTracker tracker, TrackingRun run, StopSignal stop)
      throws IOException {
    try (tracker) {
      InstrumentedProcess process = tracker.command().orElseThrow();
      if (run.watch(tracker, Long.MAX_VALUE, stop)) {
        CommandRun.stop(StartedCommand.local(process));
      }
      ProcessStatus status = process.status();
      tracker.close();
      run.end(tracker);
      return CommandRun.exitStatus(status);
    }
  }

  private int notStarted(Refusal refusal) throws IOException {
    String text = Failure.text(refusal);
    String named = text.startsWith(command.get(0)) ? text : command.get(0) + ": " + text;
    session.say(named);
    session.flush();
    return NOT_STARTED;
  }
}
