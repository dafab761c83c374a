package io.flowgauge.cli.log;

import io.flowgauge.cli.Session;
import io.flowgauge.log.read.EventCursor;
import io.flowgauge.log.text.EventForm;
import io.flowgauge.log.text.EventWriter;
import io.flowgauge.report.layout.Human;
import java.io.IOException;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

@Command(
    name = "cat",
    description = {"Prints events in time order.", ""},
    footer = {
      "",
      "Examples:",
      "  flowgauge log cat transfers.nlb",
      "  flowgauge log cat logs/ --since 2026-11-20T11:00 -e 'transfer.*' --where 'BYTES>=65536'",
      "  flowgauge log cat transfers.nlb --format jsonl | jq .values.BYTES"
    })
final class LogCatCommand implements Callable<Integer> {
  private final Session session;

  @Mixin private LogPaths logs;

  @Option(
      names = "--format",
      paramLabel = "FORMAT",
      defaultValue = LogPrinter.TEXT,
      description =
          "text (default): for people to read; bp, ulm: NetLogger's lines; xml; jsonl: one JSON"
              + " object per line; csv: one table with a column for each field.")
  private String format = "";

  @Mixin private LogFilter filter;

  LogCatCommand(Session session) {
    this.session = session;
  }

  @Override
  public Integer call() throws IOException {
    Optional<EventForm> form = LogPrinter.form(format);
    filter.check();
    try (LogInput input = LogInput.open(logs.paths(), LogOutput.needsTypes(form), session);
        EventWriter writer = LogPrinter.writer(form, session, () -> input.schemas(filter))) {
      CountedCursor all = new CountedCursor(input.cursor());
      EventCursor events = filter.of(all);
      long written = LogOutput.writeAll(writer, events, "standard output");
      writer.flush();
      if (written == 0 && all.count() > 0) {
        session.say("none of " + Human.count(all.count(), "event", "events") + " matches");
      }
      return input.status();
    }
  }
}
