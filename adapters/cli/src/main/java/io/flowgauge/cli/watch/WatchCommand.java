package io.flowgauge.cli.watch;

import io.flowgauge.cli.Main;
import io.flowgauge.cli.PlaceName;
import io.flowgauge.cli.Seconds;
import io.flowgauge.cli.Session;
import io.flowgauge.cli.TextOrJson;
import io.flowgauge.cli.WrongUsageException;
import io.flowgauge.cli.run.EarlierRuns;
import io.flowgauge.cli.sites.ViaOptions;
import io.flowgauge.cli.terminal.StopSignal;
import io.flowgauge.live.LiveMonitor;
import io.flowgauge.live.LiveMonitorBuilder;
import io.flowgauge.live.LiveRun;
import io.flowgauge.resources.HostSlowdown;
import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Shows the progress of runs. */
@Command(
    name = "watch",
    description = {
      "Watches runs in progress.",
      "",
      "Until a run is over, shows how far it has got, which activities are running and for how"
          + " long, compared with what was expected, how long the rest will take, and where the"
          + " time has gone so far. Files are read in the same way as by report, and again whenever"
          + " they have grown.",
      "",
      "With --via, the run is the next one logged by engines that watch the trigger files of"
          + " other machines: see docs/sites.md. If --page is given as well, the page shows all"
          + " runs that begin there from now on.",
      "",
      "If the files do not say that the run is over, it counts as over when all known activities"
          + " have completed and nothing has been written for a while (--quiet), or for thirty"
          + " times as long if one has failed and may be tried again.",
      ""
    },
    footer = {
      "",
      "Examples:",
      "  flowgauge watch run1/",
      "  flowgauge watch trace.txt --history last-week/",
      "  flowgauge watch run.nlb --format json --interval 10 | jq .remaining",
      "  flowgauge watch slurm:4711,4712",
      "  flowgauge watch --page 8080 --logs posted/      runs that engines post",
      "  flowgauge watch --via hub.example.org:14381     the next run logged at any place",
      "  flowgauge watch --via hub.example.org:14381 --page 8080     all of them"
    })
public final class WatchCommand implements Callable<Integer> {
  private final Session session;

  @Parameters(
      paramLabel = "WHAT",
      converter = PlaceName.class,
      arity = "0..*",
      description =
          "A file or folder of a run, in any format that report reads; or slurm:JOBS, ids or names"
              + " of Slurm jobs, taken from Slurm's accounting. Several are watched together. Or"
              + " only the address of a run on the page of another monitor; if that page needs a"
              + " token, put it into FLOWGAUGE_TOKEN. With --page, WHAT may be left out, because"
              + " engines can post their runs to the page.")
  private List<String> places = List.of();

  @Option(
      names = "--history",
      paramLabel = "RUN",
      converter = PlaceName.class,
      description =
          "Forecast from earlier runs: a run, a folder of runs, an experiment repository (REPO, or"
              + " REPO#WORKFLOW), or a file that learn has written. May be repeated. Without it,"
              + " the forecast is learned from what has completed in the run.")
  private List<String> history = List.of();

  @Option(
      names = "--interval",
      paramLabel = "TIME",
      defaultValue = "1",
      description = "How often to look, such as 1, 10s or 1m (default 1 s).")
  private String interval = "";

  @Option(
      names = "--quiet",
      paramLabel = "TIME",
      defaultValue = "10",
      description =
          "Silence after which a run whose activities have all completed counts as over (default"
              + " 10 s).")
  private String quiet = "";

  @Option(
      names = "--page",
      paramLabel = "PORT",
      description =
          "Serve a page of the runs on this port of this machine, until stopped; 0 for any free"
              + " port.")
  private Integer page;

  @Option(
      names = "--logs",
      paramLabel = "FOLDER",
      description =
          "With --page: write the runs that engines post to event logs in this folder, and continue"
              + " the runs that are already there.")
  private Path logs;

  @Mixin private ViaOptions via;

  @Option(names = "--once", description = "Show the current state once, and end.")
  private boolean isOnce;

  @Mixin private TextOrJson format;

  /** Creates the command for the streams of a session. */
  public WatchCommand(Session session) {
    this.session = session;
  }

  @Override
  @SuppressWarnings("try") // The page is not used, only kept open.
  public Integer call() throws IOException {
    WatchView view = format.isJson("watch") ? new WatchLines(session) : WatchFrames.of(session);
    Duration pause = Seconds.duration("--interval", interval);
    if (pause.isZero()) {
      throw new WrongUsageException("--interval must be above 0");
    }
    Duration silence = Seconds.duration("--quiet", quiet);
    if (places.stream().anyMatch(WatchedAddress::fits)) {
      return watchAddress(pause);
    }
    requireSomething();
    List<Source> sources = new ArrayList<>();
    try (StopSignal stop = StopSignal.listen();
        Closeable remote = openRemote();
        LiveMonitor monitor = monitorBuilder(silence).open()) {
      List<LiveRun> runs = new ArrayList<>();
      Troubles troubles = new Troubles(session);
      Source elsewhere =
          () -> troubles.report(Stream.concat(troubles(remote), troubles(monitor, runs)));
      int status;
      try (Closeable open = ServedPage.open(page, monitor, session)) {
        for (String place : places) {
          runs.add(follow(place, monitor, sources));
        }
        if (remote instanceof RemoteRuns others) {
          follow(others, monitor).ifPresent(runs::add);
        }
        elsewhere.update();
        sources.add(elsewhere);
        status = isOnce ? lookOnce(runs, view) : watch(runs, sources, view, stop, pause);
        boolean isOver = page == null || isOnce;
        while (!isOver) {
          isOver = stop.await(pause);
          elsewhere.update();
        }
      }
      monitor.close(); // Only then is it known which events could not be stored.
      elsewhere.update();
      boolean isKept = logs == null || troubles(monitor, runs).allMatch(String::isEmpty);
      return isKept ? status : Main.FAILED;
    }
  }

  private static Stream<String> troubles(Closeable remote) {
    return remote instanceof RemoteRuns others ? others.troubles().stream() : Stream.empty();
  }

  /**
   * Returns the troubles of the runs that appear only on the page; empty texts if nothing is wrong.
   */
  private static Stream<String> troubles(LiveMonitor monitor, List<LiveRun> shown) {
    return monitor.runs().stream().filter(run -> !shown.contains(run)).map(LiveRun::trouble);
  }

  /** A part that needs updates while runs are watched. */
  private interface Source {
    void update();
  }

  /**
   * Watches all runs if there is a page, which has room for them; otherwise only the first run that
   * begins.
   */
  private Optional<LiveRun> follow(RemoteRuns others, LiveMonitor monitor) throws IOException {
    if (page == null) {
      return Optional.of(others.followFirst(monitor));
    }
    others.followAll(monitor);
    return Optional.empty();
  }

  private int watchAddress(Duration pause) throws IOException {
    if (places.size() > 1 || page != null || logs != null || !history.isEmpty() || via.isGiven()) {
      throw new WrongUsageException(
          "an address must be watched alone, and without --page, --logs, --history and --via");
    }
    WatchedAddress run = WatchedAddress.of(places.get(0));
    try (StopSignal stop = StopSignal.listen()) {
      return run.watch(session, format.isJson("watch"), isOnce, pause, stop);
    }
  }

  private void requireSomething() {
    if (places.isEmpty() && page == null && !via.isGiven()) {
      throw new WrongUsageException(
          "missing WHAT to watch, --via for a run on other machines, or --page for runs that are"
              + " posted");
    }
    if (logs != null && page == null) {
      throw new WrongUsageException("--logs needs --page, where runs are posted");
    }
  }

  private Closeable openRemote() throws IOException {
    return via.isGiven() ? RemoteRuns.open(via) : () -> {};
  }

  private LiveMonitorBuilder monitorBuilder(Duration silence) throws IOException {
    LiveMonitorBuilder settings = LiveMonitor.builder().quiet(silence).slowdowns(HostSlowdown::of);
    if (logs != null) {
      settings.logs(logs);
    }
    return history.isEmpty() ? settings : new EarlierRuns(session, history).addTo(settings);
  }

  /**
   * Returns the file of a place. All of standard input is read first, so it can be shown once, but
   * not followed.
   */
  private Path file(String place) throws IOException {
    Path path = Path.of(place);
    if (!isOnce && path.equals(Session.STANDARD)) {
      throw new WrongUsageException("standard input (-) cannot be followed: add --once");
    }
    return session.input(path);
  }

  private LiveRun follow(String place, LiveMonitor monitor, List<Source> sources)
      throws IOException {
    if (!place.startsWith(SlurmAccounting.PREFIX)) {
      Path file = file(place);
      session.requireRuns(file, Session.MODEL_READER);
      return monitor.follow(file);
    }
    SlurmAccounting queue = SlurmAccounting.of(place);
    LiveRun run = monitor.follow(queue.file());
    sources.add(() -> queue.update(run, session::say));
    return run;
  }

  private static int lookOnce(List<LiveRun> runs, WatchView view) throws IOException {
    for (LiveRun run : runs) {
      if (!run.look()) {
        throw new IOException(run.trouble());
      }
    }
    view.once(runs);
    return Main.DONE;
  }

  private static int watch(
      List<LiveRun> runs, List<Source> sources, WatchView view, StopSignal stop, Duration pause)
      throws IOException {
    runs.forEach(LiveRun::look); // Files that cannot be read yet are shown as such.
    boolean isOver = false;
    while (!isOver) {
      isOver = runs.stream().allMatch(LiveRun::isFinished);
      view.show(runs);
      if (!isOver && stop.await(pause)) {
        return Main.DONE;
      }
      for (Source source : sources) {
        source.update();
      }
    }
    view.end(runs);
    return Main.DONE;
  }
}
