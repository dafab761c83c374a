package io.flowgauge.cli.instrument;

import io.flowgauge.cli.Failure;
import io.flowgauge.cli.Main;
import io.flowgauge.cli.Session;
import io.flowgauge.cli.terminal.StopSignal;
import io.flowgauge.cli.terminal.Terminal;
import io.flowgauge.instrumentation.InstrumentationProvider;
import io.flowgauge.instrumentation.InstrumentedProcess;
import io.flowgauge.instrumentation.LaunchRequest;
import io.flowgauge.instrumentation.Outcome;
import io.flowgauge.instrumentation.ProcessStatus;
import io.flowgauge.instrumentation.Refusal;
import io.flowgauge.instrumentation.SensorReport;
import io.flowgauge.instrumentation.SensorRequest;
import io.flowgauge.instrumentation.tracking.ProcessPattern;
import io.flowgauge.instrumentation.tracking.ProcessTracker;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

@Command(
    name = "run",
    description = {
      "Runs a command with sensors in place before its main function, and prints what they"
          + " measured to standard error. The command inherits this one's streams.",
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
      "  flowgauge run -r 'org.example.Main:*' --format json -o profile.json -- java -jar a.jar"
    })
public final class RunCommand implements Callable<Integer> {
  /** Exit status if the command was not started. */
  static final int NOT_STARTED = 125;

  private static final int SIGNALLED = 128;

  /** How long the command has to end after the same Ctrl-C, and again after a signal. */
  private static final Duration GRACE = Duration.ofSeconds(2);

  private static final Duration TICK = Duration.ofMillis(10);

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

  @Mixin private SensorOptions sensors;
  @Mixin private ProfileOptions options;

  RunCommand(Session session) {
    this.session = session;
  }

  /** Makes the command line; arguments after the command's name belong to that command. */
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
    return hasChildren ? runAll(launch, request, provider) : runOne(launch, request, provider);
  }

  private int runOne(LaunchRequest launch, SensorRequest request, InstrumentationProvider provider)
      throws IOException {
    try (StopSignal stop = StopSignal.listen();
        LoggedProfile log = LoggedProfile.open(options)) {
      Outcome<InstrumentedProcess> launched = provider.launch(launch);
      if (launched.refusal().isPresent()) {
        return notStarted(launched.refusal().get());
      }
      try (InstrumentedProcess process = launched.orThrow()) {
        int status = run(process, request, log, stop);
        session.flush();
        return status;
      }
    }
  }

  private int runAll(LaunchRequest launch, SensorRequest request, InstrumentationProvider provider)
      throws IOException {
    TrackingRun.check(options);
    try (StopSignal stop = StopSignal.listen();
        PrintWriter file = file()) {
      TrackingRun run =
          file == null
              ? new TrackingRun(options, session.errors(), Terminal.isError())
              : new TrackingRun(options, file, false);
      Outcome<ProcessTracker> launched =
          ProcessTracker.of(ProcessPattern.any())
              .instrument(request)
              .provider(provider)
              .launch(launch);
      if (launched.refusal().isPresent()) {
        return notStarted(launched.refusal().get());
      }
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
        end(process);
      }
      ProcessStatus status = process.status();
      tracker.close();
      run.end(tracker);
      return exitStatus(status);
    }
  }

  private int notStarted(Refusal refusal) throws IOException {
    String text = Failure.text(refusal);
    String named = text.startsWith(command.get(0)) ? text : command.get(0) + ": " + text;
    session.errors().println("flowgauge: " + named);
    session.flush();
    return NOT_STARTED;
  }

  private int run(
      InstrumentedProcess process, SensorRequest request, LoggedProfile log, StopSignal stop)
      throws IOException {
    // The command is what matters: it runs even if it cannot be measured.
    Outcome<SensorReport> report = process.instrument(request);
    report.refusal().ifPresent(this::tell);
    log.begin(process, options);
    Outcome<ProcessStatus> resumed = process.resume();
    if (resumed.refusal().isPresent()) {
      return notStarted(resumed.refusal().get());
    }
    SensorReport known =
        report.value().orElse(new SensorReport(List.of(), List.of(), Duration.ZERO, Duration.ZERO));
    try (PrintWriter file = file()) {
      ProfileView view =
          file == null
              ? new ProfileView(options, session.errors(), Terminal.isError())
              : new ProfileView(options, file, false);
      Watching watching = new Watching(process, request, known, stop);
      ProcessStatus status = watch(process, watching, view, stop);
      log.end();
      view.end(process.profile(), watching.report(), status);
      hint(watching.report());
      return exitStatus(status);
    }
  }

  private void hint(SensorReport report) {
    if (report.results().isEmpty() && !report.unmatched().isEmpty()) {
      session
          .errors()
          .println("flowgauge: --children also measures the processes that the command starts");
    }
  }

  private void tell(Refusal refusal) {
    session.errors().println("flowgauge: no sensor was put in: " + Failure.text(refusal));
  }

  private PrintWriter file() throws IOException {
    return output == null ? null : new PrintWriter(Files.newBufferedWriter(output));
  }

  private ProcessStatus watch(
      InstrumentedProcess process, Watching watching, ProfileView view, StopSignal stop)
      throws IOException {
    boolean isStopped = watching.until(Long.MAX_VALUE, view, options.interval());
    if (process.status().state() == ProcessStatus.State.EXECED) {
      session
          .errors()
          .println(
              "flowgauge: the command has become another program, which has no sensors;"
                  + " --children puts them in there too");
      isStopped = awaitEnd(process, stop);
    }
    if (isStopped) {
      end(process);
    }
    return process.status();
  }

  /**
   * Waits for the end: a script's last command may replace it by exec, and is still its command.
   */
  private static boolean awaitEnd(InstrumentedProcess process, StopSignal stop) {
    boolean isStopped = false;
    while (!isStopped && !hasEnded(process)) {
      isStopped = stop.await(TICK);
    }
    return isStopped;
  }

  /** Ctrl-C on a terminal reaches the command too; other ways to end this process do not. */
  private static void end(InstrumentedProcess process) {
    if (!endsSoon(process)) {
      ProcessHandle.of(process.process().pid()).ifPresent(ProcessHandle::destroy);
      endsSoon(process);
    }
  }

  private static boolean endsSoon(InstrumentedProcess process) {
    long deadline = System.nanoTime() + GRACE.toNanos();
    while (!hasEnded(process) && System.nanoTime() < deadline) {
      try {
        Thread.sleep(TICK.toMillis());
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        return false;
      }
    }
    return hasEnded(process);
  }

  private static boolean hasEnded(InstrumentedProcess process) {
    ProcessStatus.State state = process.status().state();
    return state == ProcessStatus.State.EXITED || state == ProcessStatus.State.DETACHED;
  }

  private static int exitStatus(ProcessStatus status) {
    if (status.signal().isPresent()) {
      return SIGNALLED + status.signal().getAsInt();
    }
    return status.exitCode().orElse(Main.DONE);
  }
}
