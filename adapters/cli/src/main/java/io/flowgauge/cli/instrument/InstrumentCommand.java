package io.flowgauge.cli.instrument;

import io.flowgauge.cli.Main;
import io.flowgauge.cli.Seconds;
import io.flowgauge.cli.Session;
import io.flowgauge.cli.WrongUsageException;
import io.flowgauge.cli.sites.ViaOptions;
import io.flowgauge.cli.terminal.StopSignal;
import io.flowgauge.instrumentation.InstrumentationException;
import io.flowgauge.instrumentation.InstrumentationProvider;
import io.flowgauge.instrumentation.InstrumentedProcess;
import io.flowgauge.instrumentation.ProcessStatus;
import io.flowgauge.instrumentation.Profile;
import io.flowgauge.instrumentation.SensorReport;
import io.flowgauge.instrumentation.SensorRequest;
import io.flowgauge.instrumentation.tracking.ProcessTracker;
import io.flowgauge.report.layout.Page;
import io.flowgauge.sites.Sites;
import java.io.IOException;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

@Command(
    name = "instrument",
    description = {
      "Puts sensors into a running process and prints what they measure: calls and times of"
          + " functions or Java methods. The process keeps running; the sensors come out when it"
          + " ends, after the time --for gives, or on Ctrl-C.",
      "",
      "Instead of by PID, processes can be selected by executable, checksum, environment or control"
          + " group. This includes the processes that start later, and groups all of them by job."
          + " On other machines (--via), it includes only the processes that are running at the"
          + " beginning, and groups them by site.",
      ""
    },
    footer = {
      "",
      "Examples:",
      "  flowgauge instrument 4711 -r 'libm.so.6:*' --watch",
      "  flowgauge instrument 4711 -r 'povray:*' -m wtime,cputime --limit 1%% --for 10s",
      "  flowgauge instrument 4711 -r 'org.example.Solver:*' --call-graph --format json",
      "  flowgauge instrument --name 'mProject*' --env SLURM_JOB_ID=42 -r 'mProject*:*' -w",
      "  flowgauge instrument --via hub.example.org:14381 --name 'mProject*' -r 'mProject*:*'"
    })
public final class InstrumentCommand implements Callable<Integer> {
  private final Session session;

  @Parameters(paramLabel = "PID", arity = "0..1", description = "The process to measure.")
  private Long pid;

  @Option(
      names = {"--for", "-d", "--duration"},
      paramLabel = "TIME",
      description = "How long to measure, such as 10s; default: until the process ends.")
  private String duration;

  @Mixin private SensorOptions sensors;
  @Mixin private ProfileOptions options;
  @Mixin private TrackingOptions tracking;
  @Mixin private ViaOptions via;

  public InstrumentCommand(Session session) {
    this.session = session;
  }

  @Override
  public Integer call() throws IOException {
    options.check();
    SensorRequest request = sensors.request();
    if (pid == null && !tracking.isGiven()) {
      throw new WrongUsageException("missing PID, or --name, --sha256, --env or --cgroup");
    }
    if (pid != null && tracking.isGiven()) {
      throw new WrongUsageException(
          "give either a PID or --name, --sha256, --env or --cgroup, not both");
    }
    if (via.isGiven() && options.log().isPresent()) {
      throw new WrongUsageException("--log works only for processes of this machine");
    }
    if (pid != null) {
      return instrument(request);
    }
    return via.isGiven() ? measure(request) : track(request);
  }

  private long nanos() {
    return duration == null
        ? Long.MAX_VALUE
        : ProfileOptions.duration(Seconds.parse("--for", duration)).toNanos();
  }

  private int instrument(SensorRequest request) throws IOException {
    long nanos = nanos();
    try (StopSignal stop = StopSignal.listenWithSensors();
        LoggedProfile log = LoggedProfile.open(options, session);
        ViaOptions.Reach reach = via.open(session);
        InstrumentedProcess process =
            reach.of(sensors.provider(), pid, request.include()).attach(pid).orThrow()) {
      SensorReport report = process.instrument(request).orThrow();
      if (report.done().isEmpty()) {
        return reportNothingDone(report);
      }
      log.begin(process, options);
      ProfileView view = new ProfileView(options, session.text(), session.isScreen());
      Watching watching = new Watching(process, request, report, stop);
      watching.until(nanos, view, options.interval());
      log.end();
      ProcessStatus status = process.status();
      // Taken before the sensors are removed, so that rates cover a time in which all were in
      // place.
      Profile last = process.profile();
      process.detach();
      view.end(last, watching.report(), status);
      session.flush();
      return log.status();
    }
  }

  private int reportNothingDone(SensorReport report) throws IOException {
    session.say("no sensor was put in");
    RefusedText.write(new Page(session.errors()), report);
    session.flush();
    return Main.FAILED;
  }

  private int measure(SensorRequest request) throws IOException {
    TrackingRun.check(options);
    try (Sites sites = via.connect()) {
      Sites chosen = sites.provider(sensors.provider().orElse("native"));
      return new SitesRun(session, options, chosen, tracking.pattern()).run(request, nanos());
    }
  }

  private int track(SensorRequest request) throws IOException {
    TrackingRun.check(options);
    InstrumentationProvider provider =
        session.providers().named(sensors.provider().orElse("native"));
    long nanos = nanos();
    TrackingRun run = new TrackingRun(options, session.text(), session.isScreen());
    ProcessTracker tracker = tracking.start(request, provider);
    try (StopSignal stop = StopSignal.listenWithSensors();
        tracker) {
      if (tracker.unavailable().isPresent()) {
        throw new InstrumentationException(tracker.unavailable().get());
      }
      run.watch(tracker, nanos, stop);
    }
    run.end(tracker);
    if (tracker.counts().found() == 0) {
      tracking.similar().ifPresent(session::say);
    }
    session.flush();
    return Main.DONE;
  }
}
