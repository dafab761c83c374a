package io.flowgauge.cli.fleet;

import io.flowgauge.cli.DatabasePlace;
import io.flowgauge.cli.Failure;
import io.flowgauge.cli.Main;
import io.flowgauge.cli.NameValues;
import io.flowgauge.cli.Seconds;
import io.flowgauge.cli.Session;
import io.flowgauge.cli.WrongUsageException;
import io.flowgauge.cli.run.EarlierRuns;
import io.flowgauge.cli.terminal.StopSignal;
import io.flowgauge.kafka.Fleet;
import io.flowgauge.kafka.FleetBuilder;
import io.flowgauge.kafka.RunStore;
import io.flowgauge.report.layout.Human;
import io.flowgauge.run.WorkflowRun;
import io.flowgauge.store.ExperimentRepository;
import io.flowgauge.store.RunFilter;
import io.flowgauge.store.RunLabel;
import io.flowgauge.trace.Times;
import io.flowgauge.watch.page.LivePage;
import java.io.Closeable;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Reports the runs of many machines. */
@Command(
    name = "fleet",
    description = {
      "Puts together the runs whose events engines log to Kafka, and tells of them until Ctrl-C or"
          + " SIGTERM: see docs/fleet.md.",
      "",
      "Events are read from the topic PREFIX.events. Each run is reported once when it is over, to"
          + " PREFIX.reports as report --format json writes it; how it goes on, to PREFIX.changes;"
          + " that it stalls, is late or fails more than usual, to PREFIX.alarms; and what is of no"
          + " use, to PREFIX.dead-letters, with the reason. Several fleets of a group share the"
          + " runs.",
      ""
    },
    footer = {
      "",
      "Examples:",
      "  flowgauge fleet --kafka broker:9092",
      "  flowgauge fleet --kafka broker:9092 --repository lake:runs --page 8080",
      "  flowgauge fleet --kafka broker:9093 --setting security.protocol=SSL"
    })
public final class FleetCommand implements Callable<Integer> {
  private static final int MOST_PORT = 65_535;
  private static final String ID = "run";

  private final Session session;

  @Option(
      names = "--kafka",
      paramLabel = "HOST:PORT",
      required = true,
      description = "Some of the brokers, joined by commas.")
  private String servers;

  @Option(
      names = "--prefix",
      paramLabel = "NAME",
      defaultValue = "flowgauge",
      description = "What the names of the topics begin with (default flowgauge).")
  private String prefix;

  @Option(
      names = "--group",
      paramLabel = "NAME",
      defaultValue = "flowgauge",
      description = "The consumer group (default flowgauge).")
  private String group;

  @Option(
      names = "--setting",
      paramLabel = "NAME=VALUE",
      description = "A setting of Kafka's clients. May be repeated.")
  private List<String> settings = List.of();

  @Option(
      names = {"-r", "--repository"},
      paramLabel = "REPO",
      description =
          "Also store the runs in this experiment repository, each with the tag run, its id.")
  private String repository;

  @Option(
      names = "--history",
      paramLabel = "RUN",
      description =
          "Earlier runs, from which it is known how long activities take and how often they fail: a"
              + " run, a folder of runs, or an experiment repository (REPO, or REPO#WORKFLOW). May"
              + " be repeated.")
  private List<String> history = List.of();

  @Option(
      names = "--settle",
      paramLabel = "TIME",
      defaultValue = "10",
      description =
          "How long nothing more of a run must have come before it is reported (default 10 s).")
  private String settle = "";

  @Option(
      names = "--stalled",
      paramLabel = "TIME",
      defaultValue = "10m",
      description = "After how much silence there is an alarm (default 10 minutes).")
  private String stalled = "";

  @Option(
      names = "--forgotten",
      paramLabel = "TIME",
      defaultValue = "3d",
      description = "After how much silence a run is reported as it is (default 3 days).")
  private String forgotten = "";

  @Option(
      names = "--page",
      paramLabel = "PORT",
      description = "Serve a page of the runs that go on at this port of this machine.")
  private Integer page;

  /** Reports with the streams of a session. */
  public FleetCommand(Session session) {
    this.session = session;
  }

  @Override
  @SuppressWarnings("try") // The page is only there.
  public Integer call() throws IOException {
    if (page != null && (page < 0 || page > MOST_PORT)) {
      throw new WrongUsageException("--page must be 0 to " + MOST_PORT + ", but is " + page);
    }
    Optional<ExperimentRepository> open = openRepository();
    try (StopSignal stop = StopSignal.listen();
        Closeable closing = () -> close(open);
        Fleet fleet = builder(open).open();
        Closeable shown = openPage(fleet)) {
      session.errors().println("flowgauge: reading " + prefix + ".events at " + servers);
      stop.await(Duration.ofDays(36_500));
    } catch (LinkageError e) {
      throw new IOException(
          "Kafka's client, kafka-clients, is not on the class path (" + e.getMessage() + ")", e);
    }
    return Main.DONE;
  }

  private Optional<ExperimentRepository> openRepository() throws IOException {
    if (repository == null) {
      return Optional.empty();
    }
    DatabasePlace.warnOfPassword(repository, session);
    return Optional.of(
        DatabasePlace.open(repository, ExperimentRepository::open, ExperimentRepository::connect));
  }

  private static void close(Optional<ExperimentRepository> open) throws IOException {
    if (open.isPresent()) {
      open.get().close();
    }
  }

  private FleetBuilder builder(Optional<ExperimentRepository> open) throws IOException {
    FleetBuilder builder =
        Fleet.of(servers).prefix(prefix).group(group).store(store(open)).onTrouble(this::trouble);
    NameValues.parse("--setting", settings).forEach(builder::setting);
    try {
      builder
          .settle(time("--settle", settle))
          .stalled(time("--stalled", stalled))
          .forgotten(time("--forgotten", forgotten));
    } catch (IllegalArgumentException e) {
      throw new WrongUsageException(e.getMessage());
    }
    return history.isEmpty() ? builder : builder.earlier(new EarlierRuns(session, history).runs());
  }

  private static Duration time(String option, String text) {
    return Duration.ofNanos((long) (Seconds.parse(option, text) * 1e9));
  }

  private void trouble(String message) {
    session.errors().println("flowgauge: " + Failure.oneLine(message));
  }

  /** Stores a run unless it is there, and says that it is over. */
  private RunStore store(Optional<ExperimentRepository> open) {
    return (id, run) -> {
      if (open.isPresent() && open.get().runs(RunFilter.all().tag(ID, id)).isEmpty()) {
        open.get().store(run, RunLabel.empty().source("kafka").tag(ID, id));
      }
      session.text().write(line(id, run));
      session.flush();
    };
  }

  private static String line(String id, WorkflowRun run) {
    String took =
        run.makespan().map(time -> ", " + Human.brief(Times.seconds(time.toNanos()))).orElse("");
    return Failure.oneLine(
            "run "
                + id
                + (run.name().isEmpty() ? "" : " (" + run.name() + ")")
                + ": "
                + Human.count(run.workflow().activityCount(), "activity", "activities")
                + took
                + (run.isFinished() ? "" : ", given up"))
        + "\n";
  }

  private Closeable openPage(Fleet fleet) throws IOException {
    if (page == null) {
      return () -> {};
    }
    LivePage opened = LivePage.of(fleet.monitor()).port(page).open();
    session.errors().println("flowgauge: the page is at " + opened.address());
    return opened::close;
  }
}
