package io.flowgauge.cli.instrument;

import io.flowgauge.cli.NewFile;
import io.flowgauge.cli.Seconds;
import io.flowgauge.cli.Session;
import io.flowgauge.cli.TextOrJson;
import io.flowgauge.cli.WrongUsageException;
import io.flowgauge.cli.terminal.StopSignal;
import io.flowgauge.instrumentation.tracking.ProcessTracker;
import io.flowgauge.instrumentation.tracking.TrackedProcess;
import io.flowgauge.resources.HostForecaster;
import io.flowgauge.resources.HostQuantity;
import io.flowgauge.resources.PrometheusText;
import io.flowgauge.resources.ResourceLog;
import io.flowgauge.resources.ResourceMonitor;
import io.flowgauge.resources.ResourceMonitorBuilder;
import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Shows how long processes wait for processors, and the load of the host. */
@Command(
    name = "resources",
    description = {
      "Shows how long processes run and how long they wait for processors because of other programs"
          + " or of each other, as well as the load of this machine and its forecast.",
      "",
      "The named processes and all processes they start count as one run. Samples until they have"
          + " ended, or for the time --for gives.",
      ""
    },
    footer = {
      "",
      "Examples:",
      "  flowgauge resources --for 10",
      "  flowgauge resources 4711 4712",
      "  flowgauge resources --name 'mProject*' --log load.nlb --for 10m"
    })
public final class ResourcesCommand implements Callable<Integer> {
  private static final Duration SHORTEST = Duration.ofMillis(10);

  private final Session session;

  /** How long to sample, in seconds. */
  private double limit;

  /** When all processes began to be watched; earlier samples lack some of them. */
  private Instant watched = Instant.MAX;

  @Parameters(paramLabel = "PID", arity = "0..*", description = "Processes to watch.")
  private List<Long> pids = List.of();

  @Option(
      names = "--name",
      paramLabel = "NAME",
      description =
          "Watch the processes of this name, as they start; * and ? are wildcards. Without --for,"
              + " until stopped.")
  private String name;

  @Option(
      names = "--interval",
      paramLabel = "TIME",
      defaultValue = "1",
      description = "How often to sample, such as 1, 500ms or 10s (default 1 s).")
  private String interval = "";

  @Option(
      names = "--for",
      paramLabel = "TIME",
      description =
          "How long to sample. Default: until the processes have ended, or until" + " stopped.")
  private String duration;

  @Option(
      names = "--log",
      paramLabel = "FILE",
      description = "Write all samples to this event log.")
  private Path log;

  @Option(
      names = "--prometheus",
      paramLabel = "FILE",
      description =
          "Keep this file up to date in Prometheus's text format, for the node exporter's textfile"
              + " collector.")
  private Path prometheus;

  @Mixin private TextOrJson format;

  /** Creates the command for the streams of a session. */
  public ResourcesCommand(Session session) {
    this.session = session;
  }

  @Override
  @SuppressWarnings("try") // The tracker is not used, only kept open.
  public Integer call() throws IOException {
    ResourcesView view = new ResourcesView(session, format.isJson("resources"));
    Duration pause = pause();
    limit = Seconds.limit("--for", duration);
    if (prometheus != null) {
      new NewFile(prometheus)
          .close(); // Otherwise a missing folder would be noticed only after an interval.
    }
    HostForecaster forecaster = HostForecaster.of(HostQuantity.CPU_BUSY);
    ResourceMonitorBuilder options = ResourceMonitor.builder().interval(pause).onSample(forecaster);
    CommandLog events = CommandLog.open(log, session);
    events.log().ifPresent(opened -> options.onSample(new ResourceLog(opened)));
    try (events;
        StopSignal stop = StopSignal.listen();
        ResourceMonitor monitor = options.open()) {
      watchAll(monitor);
      try (Closeable tracking = startTracking(monitor)) {
        sample(monitor, forecaster, view, stop, pause);
      }
      view.end(monitor, forecaster);
    }
    session.flush();
    return events.status();
  }

  private Duration pause() {
    Duration pause = Seconds.duration("--interval", interval);
    if (pause.compareTo(SHORTEST) < 0) {
      throw new WrongUsageException("--interval must be 10 ms or more, but is " + interval);
    }
    return pause;
  }

  private void watchAll(ResourceMonitor monitor) throws IOException {
    if ((!pids.isEmpty() || name != null) && monitor.unavailable().isPresent()) {
      throw new IOException(monitor.unavailable().get());
    }
    for (long pid : pids) {
      String program = ProcessHandle.of(pid).flatMap(ResourcesCommand::program).orElse("process");
      if (!monitor.watch(pid, program + " " + pid)) {
        throw new IOException("process " + pid + " does not exist, or may not be read");
      }
    }
    watched = Instant.now();
  }

  private static Optional<String> program(ProcessHandle process) {
    return process.info().command().map(path -> Path.of(path).getFileName().toString());
  }

  private Closeable startTracking(ResourceMonitor monitor) {
    if (name == null) {
      return () -> {};
    }
    ProcessTracker tracker =
        ProcessTracker.of(TrackingOptions.named(name))
            .listener(monitor.listener(ResourcesCommand::activity))
            .start();
    return tracker::close;
  }

  private void write(ResourceMonitor monitor) throws IOException {
    try {
      PrometheusText.write(monitor, prometheus);
    } catch (IOException e) {
      throw NewFile.named(prometheus, e);
    }
  }

  private static Optional<String> activity(TrackedProcess process) {
    return Optional.of(process.process().name() + " " + process.process().pid());
  }

  private void sample(
      ResourceMonitor monitor,
      HostForecaster forecaster,
      ResourcesView view,
      StopSignal stop,
      Duration pause)
      throws IOException {
    long start = System.nanoTime();
    boolean isOver = false;
    while (!isOver) {
      isOver =
          stop.await(pauseWithinLimit(pause, start))
              || seconds(start) >= limit
              || (name == null && !pids.isEmpty() && haveEnded(monitor));
      if (!isOver) {
        view.show(monitor, forecaster);
      }
      if (prometheus != null) {
        write(monitor);
      }
    }
  }

  /** Returns the pause, or the rest of the given time if that is shorter. */
  private Duration pauseWithinLimit(Duration pause, long start) {
    double left = Math.max(0, limit - seconds(start));
    return left < pause.toNanos() / 1e9 ? Duration.ofNanos((long) (left * 1e9)) : pause;
  }

  private static double seconds(long start) {
    return (System.nanoTime() - start) / 1e9;
  }

  private boolean haveEnded(ResourceMonitor monitor) {
    return monitor
        .latest()
        .filter(sample -> sample.time().isAfter(watched) && sample.processes().isEmpty())
        .isPresent();
  }
}
