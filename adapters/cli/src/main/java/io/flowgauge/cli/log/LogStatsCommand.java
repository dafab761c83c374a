package io.flowgauge.cli.log;

import io.flowgauge.cli.Session;
import io.flowgauge.cli.TextOrJson;
import java.io.IOException;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

@Command(
    name = "stats",
    description = {
      "Summarises logs: events, their values, durations, and what is missing.",
      "",
      "For events named NAME.start and NAME.end with the same id, it gives the time between them;"
          + " quantiles are accurate to one percent.",
      ""
    },
    footer = {
      "",
      "Examples:",
      "  flowgauge log stats transfers.nlb",
      "  flowgauge log stats transfers.bp --lifeline TRANSFER_ID",
      "  flowgauge log stats logs/ --format json -e 'transfer.*'"
    })
final class LogStatsCommand implements Callable<Integer> {
  private final Session session;

  @Mixin private LogPaths logs;

  @Mixin private TextOrJson format;

  @Mixin private LogFilter filter;

  LogStatsCommand(Session session) {
    this.session = session;
  }

  @Override
  public Integer call() throws IOException {
    boolean isJson = format.isJson("statistics");
    filter.check();
    try (LogInput input = LogInput.open(logs.paths(), false, session)) {
      LogStatistics statistics = new LogStatistics(filter.key());
      session.during(
          "reading",
          () -> {
            statistics.addAll(filter.of(input.cursor()));
            return statistics;
          });
      if (isJson) {
        LogStatsJson.write(statistics, input, session.text());
      } else {
        new LogStatsText(statistics, input).write(session.text());
      }
      session.text().flush();
      return input.statusOfShown();
    }
  }
}
