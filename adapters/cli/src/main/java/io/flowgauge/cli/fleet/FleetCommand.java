package io.flowgauge.cli.fleet;

import io.flowgauge.cli.Session;
import io.flowgauge.cli.watch.ServedPage;
import java.io.IOException;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** Reports the runs of many machines. */
@Command(
    name = "fleet",
    description = {
      "Assembles runs from the events that engines log to Kafka, and reports them until Ctrl-C or"
          + " SIGTERM; see docs/fleet.md.",
      "",
      "Events are read from the topic PREFIX.events. Once a run is over, its report, as written by"
          + " report --format json, goes to PREFIX.reports. Its progress goes to PREFIX.changes,"
          + " and an alarm to PREFIX.alarms if it stalls, is late or has more failures than usual."
          + " Records that cannot be used go to PREFIX.dead-letters, with the reason. Several"
          + " fleets in one group share the runs.",
      ""
    },
    footer = {
      "",
      "Examples:",
      "  flowgauge fleet --kafka broker:9092",
      "  flowgauge fleet --kafka broker:9092 --repository runs.db --page 8080",
      "  flowgauge fleet --kafka broker:9093 --setting security.protocol=SSL"
    })
public final class FleetCommand implements Callable<Integer> {
  private final Session session;

  @Mixin private FleetOptions options;

  /** Creates the command for the streams of a session. */
  public FleetCommand(Session session) {
    this.session = session;
  }

  /** Refers to no class of the module for Kafka, which is only on the path of users who need it. */
  @Override
  public Integer call() throws IOException {
    ServedPage.check(options.page);
    try {
      return new FleetReporting(session, options).run();
    } catch (LinkageError e) {
      throw new IOException(
          "Kafka's client, kafka-clients, is not on the path (" + e.getMessage() + ")", e);
    }
  }
}
