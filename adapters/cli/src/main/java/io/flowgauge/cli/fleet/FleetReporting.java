package io.flowgauge.cli.fleet;

import io.flowgauge.cli.DatabasePlace;
import io.flowgauge.cli.Main;
import io.flowgauge.cli.NameValues;
import io.flowgauge.cli.Seconds;
import io.flowgauge.cli.Session;
import io.flowgauge.cli.WrongUsageException;
import io.flowgauge.cli.run.EarlierRuns;
import io.flowgauge.cli.terminal.StopSignal;
import io.flowgauge.cli.watch.ServedPage;
import io.flowgauge.fleet.RunStore;
import io.flowgauge.kafka.Fleet;
import io.flowgauge.kafka.FleetBuilder;
import io.flowgauge.store.ExperimentRepository;
import io.flowgauge.store.RunLabel;
import java.io.Closeable;
import java.io.IOException;
import java.time.Duration;
import java.util.Optional;

/** Runs a fleet until it is stopped. */
final class FleetReporting {
  private static final String ID = "run";

  private final Session session;
  private final FleetOptions options;

  FleetReporting(Session session, FleetOptions options) {
    this.session = session;
    this.options = options;
  }

  @SuppressWarnings("try") // The page is not used, only kept open.
  int run() throws IOException {
    FleetBuilder builder = builder();
    Optional<ExperimentRepository> open = openRepository();
    try (StopSignal stop = StopSignal.listen();
        Closeable closing = () -> close(open);
        Fleet fleet = builder.store(store(open, new RunLines(session, stop))).open();
        Closeable shown = ServedPage.open(options.page, fleet.monitor(), session)) {
      session.say("reading " + options.prefix + ".events at " + options.servers);
      stop.await(Duration.ofDays(36_500));
    }
    return Main.DONE;
  }

  private Optional<ExperimentRepository> openRepository() throws IOException {
    if (options.repository == null) {
      return Optional.empty();
    }
    DatabasePlace.warnOfPassword(options.repository, session);
    return Optional.of(
        DatabasePlace.open(
            options.repository, ExperimentRepository::open, ExperimentRepository::connect));
  }

  private static void close(Optional<ExperimentRepository> open) throws IOException {
    if (open.isPresent()) {
      open.get().close();
    }
  }

  private FleetBuilder builder() throws IOException {
    options.check();
    FleetBuilder builder =
        Fleet.of(options.servers)
            .prefix(options.prefix)
            .group(options.group)
            .onTrouble(this::trouble);
    NameValues.parse("--setting", options.settings).forEach(builder::setting);
    builder
        .settle(Seconds.duration("--settle", options.settle))
        .stalled(silence("--stalled", options.stalled))
        .forgotten(silence("--forgotten", options.forgotten));
    return options.history.isEmpty()
        ? builder
        : builder.earlier(new EarlierRuns(session, options.history).all());
  }

  private static Duration silence(String option, String text) {
    Duration silence = Seconds.duration(option, text);
    if (silence.isZero()) {
      throw new WrongUsageException(option + " must be above 0, but is " + text);
    }
    return silence;
  }

  private void trouble(String message) {
    session.say(message);
  }

  /** Returns a store that stores each run once, and prints that it is over. */
  private RunStore store(Optional<ExperimentRepository> open, RunLines lines) {
    return (id, run, mayBeThere) -> {
      RunLabel label = RunLabel.empty().source("kafka");
      if (open.isPresent() && mayBeThere) {
        open.get().storeOnce(run, label, ID, id);
      } else if (open.isPresent()) {
        open.get().store(run, label.tag(ID, id));
      }
      if (open.isPresent()) {
        open.get().flush(); // A run that has been reported is not read again.
      }
      lines.print(id, run);
    };
  }
}
